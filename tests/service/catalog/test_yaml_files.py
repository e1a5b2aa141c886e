"""Sheets: what of YAML is read, and what is refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.shared import yaml_files


def sheet(tmp_path: Path, text: str | bytes) -> Path:
    """A file with *text*."""
    path = tmp_path / "sheet.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def mistakes(tmp_path: Path, text: str | bytes) -> list[str]:
    """What is told of a file with *text*, each line without the name of the file."""
    path = sheet(tmp_path, text)
    with pytest.raises(yaml_files.InvalidYaml) as refusal:
        yaml_files.read_yaml_file(path)
    lines = str(refusal.value).splitlines()
    assert all(line.startswith(f"{path}:") for line in lines)
    return [line.removeprefix(f"{path}:") for line in lines]


def test_plain_values_are_read_and_what_only_looks_like_something_else_is_text(tmp_path: Path) -> None:
    text = "a: -12\nb: true\nc: ~\nd: No\ne: 2024-12-24\nf: 1:30\ng: 0x1f\nh: 1.5\ni: '8'\nj: [x, {k: 0}]\n"
    assert yaml_files.read_yaml_file(sheet(tmp_path, text + "<<: {l: =}")).data == {
        "a": -12,
        "b": True,
        "c": None,
        "d": "No",
        "e": "2024-12-24",
        "f": "1:30",
        "g": "0x1f",
        "h": "1.5",
        "i": "8",
        "j": ["x", {"k": 0}],
        "<<": {"l": "="},
    }


def test_a_field_that_stands_twice_is_told_with_both_lines(tmp_path: Path) -> None:
    assert mistakes(tmp_path, "name: one\nhp: 3\ncards: [{id: 1, id: 2}]\nname: two\n") == [
        "3: cards.0.id: this stands here twice, first in line 3",
        "4: name: this stands here twice, first in line 1",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name: &a x\n", "1: anchors (&) and aliases (*) are not read here: write it out"),
        ("a: 1\nb: [*a, 2]\n", "2: anchors (&) and aliases (*) are not read here: write it out"),
        (
            "a: 1\nb: !!python/object/apply:os.system [date]\n",
            "2: tags are not read here, and this is one: tag:yaml.org,2002:python/object/apply:os.system",
        ),
        ("a: !mine 1", "1: tags are not read here, and this is one: !mine"),
        ("a:\n  ? [b]\n  : c\n", "2: a: the name of a field has to be plain text"),
        ("name: [x\n", "2: this is no YAML: while parsing a flow sequence did not find expected ',' or ']'"),
        (
            "a: 1\n---\nb: 2\n",
            "2: this is no YAML: expected a single document in the stream but found another document",
        ),
        ("a: 1\nb: \x07\n", "2: this is no YAML: control characters are not allowed"),
        (b"a: 1\nb: \xff\n", "2: this is no UTF-8"),
        ("- a\n- b\n", "1: this is no mapping of fields to values: name: … and so on"),
        ("", "1: this is no mapping of fields to values: name: … and so on"),
    ],
)
def test_what_is_refused_and_how(tmp_path: Path, text: str | bytes, told: str) -> None:
    assert mistakes(tmp_path, text) == [told]


@pytest.mark.parametrize("text", ["[" * 500_000, "a:\n" + "- " * 100_000, "{a: " * 100_000])
def test_a_file_that_would_exhaust_the_parser_is_refused_before_it_does(tmp_path: Path, text: str) -> None:
    (told,) = mistakes(tmp_path, text)
    assert told.endswith(": this is nested too deep: 40 levels are enough")


def test_a_bomb_of_aliases_is_refused(tmp_path: Path) -> None:
    levels = [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    told = mistakes(tmp_path, "\n".join(["a0: &a0 [boom]", *levels]))
    assert told[0] == "1: anchors (&) and aliases (*) are not read here: write it out"


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    largest = "a: " + "x" * (2**20 - 3)
    assert len(yaml_files.read_yaml_file(sheet(tmp_path, largest)).data["a"]) == 2**20 - 3
    assert mistakes(tmp_path, largest + "x") == ["1: this is too large: a file has at most 1 MiB"]


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(yaml_files.InvalidYaml, match=r"nowhere\.yaml:1: this cannot be read: No such file"):
        yaml_files.read_yaml_file(tmp_path / "nowhere.yaml")
    with pytest.raises(yaml_files.InvalidYaml, match="this cannot be read: Is a directory"):
        yaml_files.read_yaml_file(tmp_path)
