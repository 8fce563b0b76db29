"""The same content gets the same id."""

from rag.books.ids import chunk_ids, chunk_key, document_id, summary_id


def test_the_same_text_twice_has_two_ids_that_never_change() -> None:
    assert chunk_ids("book", ["a", "b", "a"]) == [
        "8251aaef-37fc-54ea-a810-4385709a6cf1",
        "1c1d54a6-8367-5696-8124-6a256c53e97f",
        "98454647-9948-5976-8334-911ace354af6",
    ]


def test_a_paragraph_added_before_changes_no_other_id() -> None:
    assert chunk_ids("book", ["new", "a", "b"])[1:] == chunk_ids("book", ["a", "b"])


def test_another_document_has_other_ids() -> None:
    assert set(chunk_ids("one", ["a"])) & set(chunk_ids("two", ["a"])) == set()
    assert document_id("one") != summary_id("one", "one/1") != summary_id("two", "one/1")


def test_a_key_is_k_and_the_first_seven_hex_digits() -> None:
    assert chunk_key("1a2b3c4d-0000-5000-8000-000000000000") == "k1a2b3c4"
