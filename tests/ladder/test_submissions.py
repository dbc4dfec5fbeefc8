import os
import shutil
from pathlib import Path

import pytest

from ladder import submissions
from ladder.lock import hold
from ladder.store import Store, versions
from ladder.submissions import BuildError, submit
from referee.errors import UserError


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A folder with a bot."""
    folder = tmp_path / "mybot"
    (folder / "lib").mkdir(parents=True)
    write_manifest(folder)
    (folder / "bot.py").write_text("print('hello')\n")
    (folder / "lib" / "cards.txt").write_text("Q♠")
    return folder


def write_manifest(folder: Path, build: str = "", author: str = "ada") -> None:
    lines = ['name = "mybot"', 'run = "python bot.py"', f'author = "{author}"']
    if build:
        lines.append(f"build = '{build}'")
    (folder / "bot.toml").write_text("\n".join(lines))


def left_over(store: Store) -> list[str]:
    """What lies in the folder of the bots, apart from the lock."""
    return sorted(path.name for path in (store.data / "bots").iterdir() if path.name != ".lock")


def test_a_submission_is_a_copy_named_by_its_digest(store: Store, bot: Path) -> None:
    submission = submit(store, bot)
    assert (submission.version.label, submission.version.author) == ("mybot@1", "ada")
    assert left_over(store) == [submission.version.digest]
    files = store.bot_files(submission.version.digest)
    assert (files / "lib" / "cards.txt").read_text() == "Q♠"
    assert versions(store) == [submission.version]


def test_the_same_files_are_no_new_version(store: Store, bot: Path) -> None:
    first = submit(store, bot)
    (bot / ".git").mkdir()
    (bot / ".git" / "HEAD").write_text("x")
    (bot / "__pycache__").mkdir()
    (bot / "__pycache__" / "bot.pyc").write_text("x")
    again = submit(store, bot)
    assert (first.is_new, again.is_new) == (True, False)
    assert again.version == first.version
    assert not (store.bot_files(first.version.digest) / ".git").exists()


@pytest.mark.parametrize("change", ["content", "name", "executable"])
def test_any_change_is_a_new_version(store: Store, bot: Path, change: str) -> None:
    submit(store, bot)
    match change:
        case "content":
            (bot / "bot.py").write_text("print('other')\n")
        case "name":
            (bot / "lib" / "cards.txt").rename(bot / "lib" / "other.txt")
        case "executable":
            (bot / "bot.py").chmod(0o755)
    version = submit(store, bot).version
    assert version.label == "mybot@2"
    assert os.access(store.bot_files(version.digest) / "bot.py", os.X_OK) == (
        change == "executable"
    )


def test_the_build_runs_where_the_bot_stays(store: Store, bot: Path) -> None:
    write_manifest(
        bot, build='python -c "import os; open(\\"built\\", \\"w\\").write(os.getcwd())"'
    )
    version = submit(store, bot).version
    files = store.bot_files(version.digest)
    assert (files / "built").read_text() == str(files.resolve())
    assert not (bot / "built").exists()
    assert not submit(store, bot).is_new


def test_a_failing_build_shows_its_output_and_leaves_nothing(store: Store, bot: Path) -> None:
    write_manifest(bot, build='python -c "raise SystemExit(\\"no compiler\\")"')
    with pytest.raises(BuildError, match=r"mybot: build = .* failed with status 1") as caught:
        submit(store, bot)
    assert "no compiler" in caught.value.output
    assert left_over(store) == []
    assert versions(store) == []


def test_a_build_that_does_not_end_is_stopped(
    store: Store, bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submissions, "BUILD_SECONDS", 0.2)
    write_manifest(bot, build="sleep 1000")
    with pytest.raises(BuildError, match=r"did not end within 0\.2 s"):
        submit(store, bot)
    assert left_over(store) == []


@pytest.mark.parametrize("build", ["", "touch built"])
def test_a_missing_program_names_the_folder_of_the_bot(store: Store, bot: Path, build: str) -> None:
    write_manifest(bot, build=build)
    manifest = bot / "bot.toml"
    manifest.write_text(manifest.read_text().replace("python bot.py", "./no-such-program"))
    with pytest.raises(UserError, match=r"no program '\./no-such-program'") as caught:
        submit(store, bot)
    assert str(bot) in str(caught.value)
    assert left_over(store) == []


@pytest.mark.parametrize("target", ["/etc/passwd", "../secret", "lib", "nowhere"])
def test_a_link_that_leads_elsewhere_is_refused(store: Store, bot: Path, target: str) -> None:
    (bot.parent / "secret").write_text("x")
    (bot / "link").symlink_to(target)
    with pytest.raises(UserError, match="link: a link may only lead to a file within"):
        submit(store, bot)
    assert left_over(store) == []


def test_a_link_within_the_folder_becomes_the_file(store: Store, bot: Path) -> None:
    (bot / "link").symlink_to("lib/cards.txt")
    files = store.bot_files(submit(store, bot).version.digest)
    assert not (files / "link").is_symlink()
    assert (files / "link").read_text() == "Q♠"


def test_a_pipe_is_refused(store: Store, bot: Path) -> None:
    os.mkfifo(bot / "pipe")
    with pytest.raises(UserError, match="pipe: is not a regular file"):
        submit(store, bot)


@pytest.mark.parametrize("limit", ["MAX_FILES", "MAX_BYTES"])
def test_too_large_a_bot_is_refused(
    store: Store, bot: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(submissions, limit, 2)
    with pytest.raises(UserError, match="too large"):
        submit(store, bot)
    assert left_over(store) == []


def test_a_name_belongs_to_its_author(store: Store, bot: Path) -> None:
    submit(store, bot)
    write_manifest(bot, author="bob")
    with pytest.raises(UserError, match="'mybot' belongs to ada"):
        submit(store, bot)
    assert len(left_over(store)) == 1


def test_what_a_killed_submission_left_is_replaced(
    store: Store, bot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object) -> None:
        (store.data / "bots" / ".incoming").mkdir()
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(submissions, "_build", die)
        patch.setattr(shutil, "rmtree", lambda *_, **__: None)
        with pytest.raises(SystemExit):
            submit(store, bot)
    assert len(left_over(store)) == 2
    digest = submit(store, bot).version.digest
    assert left_over(store) == [digest]


def test_one_submission_at_a_time(store: Store, bot: Path) -> None:
    lock = store.data / "bots" / ".lock"
    with (
        hold(lock, "a submission"),
        pytest.raises(UserError, match=rf"another submission \(process {os.getpid()}\)"),
    ):
        submit(store, bot)
