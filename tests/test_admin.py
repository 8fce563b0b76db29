"""The password that is made once, and who gets in."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rag.admin import Guard, ensure_admin_password, password_file
from rag.errors import BadSetting, RagError
from rag.settings import Settings


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_it_is_made_once_and_only_its_hash_is_kept(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    made = ensure_admin_password(data)
    assert made is not None
    assert len(made) == 16
    assert ensure_admin_password(data) is None
    kept = password_file(data).read_text(encoding="utf-8")
    assert made not in kept
    assert kept.startswith('{"password_hash": "$argon2id$')
    assert stat.S_IMODE(password_file(data).stat().st_mode) == 0o600
    assert [path.name for path in data.iterdir()] == ["admin.json"]


def test_of_several_starts_at_once_one_makes_it(tmp_path: Path) -> None:
    with ThreadPoolExecutor(6) as pool:
        made = [one for one in pool.map(ensure_admin_password, [tmp_path] * 6) if one]
    assert len(made) == 1
    assert Guard(Settings(library_data=tmp_path)).opens(made[0])


def test_the_one_that_was_made_opens_and_no_other(tmp_path: Path) -> None:
    made = ensure_admin_password(tmp_path)
    guard = Guard(Settings(library_data=tmp_path))
    assert made is not None
    assert [guard.opens(made), guard.opens(made + "x"), guard.opens("")] == [True, False, False]


def test_the_setting_wins_over_the_one_that_was_made(tmp_path: Path) -> None:
    made = ensure_admin_password(tmp_path)
    guard = Guard(Settings(library_data=tmp_path, admin_password="ἀρετή"))
    assert made is not None
    assert [guard.opens("ἀρετή"), guard.opens(made)] == [True, False]


def test_five_wrong_ones_shut_the_door_for_a_minute(tmp_path: Path) -> None:
    clock = Clock()
    guard = Guard(Settings(library_data=tmp_path, admin_password="right"), clock=clock)
    assert [guard.opens("wrong") for _ in range(5)] == [False] * 5
    with pytest.raises(RagError, match="Too many wrong passwords"):
        guard.opens("right")
    clock.now += 60
    assert guard.opens("right")


def test_a_right_one_forgets_the_wrong_ones(tmp_path: Path) -> None:
    guard = Guard(Settings(library_data=tmp_path, admin_password="right"), clock=Clock())
    for _ in range(3):
        assert [guard.opens("wrong") for _ in range(4)] == [False] * 4
        assert guard.opens("right")


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"password_hash": "x"}', '{"password_hash": 3}'])
def test_a_spoilt_file_says_what_to_do(tmp_path: Path, content: str) -> None:
    password_file(tmp_path).write_text(content, encoding="utf-8")
    with pytest.raises(BadSetting, match=r"admin\.json .* Delete it and restart"):
        Guard(Settings(library_data=tmp_path)).opens("x")
