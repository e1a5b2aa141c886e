"""A release has all its files, their checksums and a manual whose links lead somewhere."""

from __future__ import annotations

import json
import re
import subprocess
import tarfile
from pathlib import Path
from posixpath import normpath
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from ops.packaging.backend import SOURCES
from ops.release.builds import STEPS, SUMS, build, build_sdist
from ops.release.checks import obstacles, tag
from ops.release.command import main
from ops.release.versions import npm_version, product_version

from .test_wheel import files
from .visit import OURS

VERSION = product_version()
NPM_VERSION = npm_version(VERSION)
ROOT = Path(__file__).parents[1]
OTHER = "9.8.7"


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of this tree but for the clients, whose build has tests of its own."""
    folder = tmp_path_factory.mktemp("release")
    steps = [step for step in STEPS if step != "clients"]
    assert [*build(folder, VERSION, steps)] == steps
    return folder


def test_a_release_has_all_files_that_are_handed_out(release: Path) -> None:
    assert {path.name for path in release.iterdir()} >= {
        f"recount-{VERSION}-py3-none-any.whl",
        f"recount-{VERSION}.tar.gz",
        f"recount_verifier-{VERSION}-py3-none-any.whl",
        f"recount-verifier-{NPM_VERSION}.tgz",
        f"openapi-{VERSION}.json",
        f"sbom-{VERSION}.json",
        "manual",
        SUMS,
    }


def test_the_sums_are_those_of_all_files(release: Path) -> None:
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", SUMS], cwd=release, check=True)
    listed = {line.split("  ")[1] for line in (release / SUMS).read_text().splitlines()}
    present = {str(path.relative_to(release)) for path in release.rglob("*") if path.is_file()}
    assert listed == present - {SUMS}


def test_the_wheel_of_the_sdist_holds_every_file_of_the_four_packages(release: Path) -> None:
    with ZipFile(release / f"recount-{VERSION}-py3-none-any.whl") as wheel:
        names = {name.removeprefix("recount/") for name in wheel.namelist() if name.startswith("recount/")}
    sources = {name for name in names if not name.startswith("service/site/built/")}
    assert {name for name in sources if name.partition("/")[0] in OURS} == files(ROOT)


def test_the_same_sources_are_the_same_sdist(release: Path, tmp_path: Path) -> None:
    with tarfile.open(release / f"recount-{VERSION}.tar.gz") as archive:
        members = archive.getmembers()
    [when] = {member.mtime for member in members}
    assert {member.name.split("/")[1] for member in members} >= {name.split("/")[0] for name in SOURCES}
    again = build_sdist(tmp_path, {"SOURCE_DATE_EPOCH": str(int(when))})
    assert again.read_bytes() == (release / again.name).read_bytes()


def test_the_documents_name_the_version(release: Path) -> None:
    contract = json.loads((release / f"openapi-{VERSION}.json").read_text())
    assert contract["info"]["version"] == VERSION
    component = json.loads((release / f"sbom-{VERSION}.json").read_text())["metadata"]["component"]
    assert (component["name"], component["version"]) == ("recount", VERSION)


def test_every_link_of_the_manual_leads_to_a_page_a_picture_or_a_heading(release: Path) -> None:
    manual = release / "manual"
    pages = {str(path.relative_to(manual)): path.read_text() for path in manual.rglob("*.html")}
    assert {"index.html", "ops/integrate.html", "ops/CHANGELOG.html"} <= pages.keys()
    for name, text in pages.items():
        for link in re.findall(r'(?:href|src)="(?!https?:)([^"]+)"', text):
            path, _, anchor = link.partition("#")
            target = normpath(Path(name).parent / path) if path else name
            assert (manual / target).is_file(), f"{name}: {link}"
            assert not anchor or f'id="{anchor}"' in pages[target], f"{name}: {link}"


def test_a_release_goes_into_an_empty_folder_and_a_rehearsal_gets_no_tag(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    for words in ([str(tmp_path)], ["--dry-run", "--tag"]):
        assert CliRunner().invoke(main, words).exit_code == 2


def test_obstacles_are_a_dirty_tree_a_tag_and_a_version_that_is_not_described(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Ada")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "ada@example.org")
    for words in (["init", "--quiet"], ["commit", "--quiet", "--allow-empty", "--message", "Begin"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    no_section, no_baseline = obstacles(OTHER, tmp_path)
    assert f"no section of {OTHER}" in no_section
    assert f"openapi-{OTHER}.json.gz is not the contract" in no_baseline
    tag(OTHER, tmp_path)
    (tmp_path / "new.txt").touch()
    dirty, tagged, *_ = obstacles(OTHER, tmp_path)
    assert "new.txt" in dirty
    assert tagged.startswith(f"The tag {OTHER} exists")
