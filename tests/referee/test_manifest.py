from pathlib import Path

import pytest

from referee.manifest import ManifestError, files_digest, read_manifest
from tests.referee.bots import SAMPLES


def write(directory: Path, text: str) -> Path:
    (directory / "bot.toml").write_text(text)
    return directory


def test_a_manifest_says_how_a_bot_is_called_and_started(tmp_path: Path) -> None:
    text = 'name = "my-bot-2"\nauthor = "Ann"\nbuild = "make"\nrun = "python bot.py --fast"'
    bot = read_manifest(write(tmp_path, text))
    assert (bot.name, bot.author, bot.build, bot.run) == (
        "my-bot-2", "Ann", "make", "python bot.py --fast",
    )  # fmt: skip
    assert bot.directory == tmp_path.resolve()


def test_every_sample_bot_has_a_manifest() -> None:
    folders = [path for path in SAMPLES.iterdir() if (path / "bot.toml").is_file()]
    assert len(folders) >= 5
    for folder in folders:
        assert read_manifest(folder).name == folder.name


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ('name = "a"', "run is missing"),
        ('run = "x"', "name is missing"),
        ('name = "a"\nrun = ""', "run: the command is empty"),
        ('name = "a"\nrun = "python \'bot.py"', "run: .* is not a command line"),
        ('name = "My Bot"\nrun = "x"', "name = 'My Bot': use lower-case letters"),
        ('name = "-a"\nrun = "x"', "name = '-a': use lower-case letters"),
        ('name = "a\\n"\nrun = "x"', "name = 'a.n': use lower-case letters"),
        (
            'name = "a"\nrun = "x"\nmemory = 5',
            "memory is not a key; allowed are name, run, author, build, limits",
        ),
        ('name = "a"\nrun = 5', "run: Input should be a valid string"),
        ('name = "a"\nrun = ', "is not TOML"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_key(tmp_path: Path, text: str, trouble: str) -> None:
    with pytest.raises(ManifestError, match=trouble) as caught:
        read_manifest(write(tmp_path, text))
    message = str(caught.value)
    assert message.startswith(str(tmp_path / "bot.toml"))
    assert "\n" not in message


def test_a_missing_folder_and_a_missing_manifest_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match="no such directory"):
        read_manifest(tmp_path / "nowhere")
    with pytest.raises(ManifestError, match=r"bot\.toml: no such file"):
        read_manifest(tmp_path)


def test_the_digest_follows_names_and_contents_but_not_caches(tmp_path: Path) -> None:
    write(tmp_path, 'name = "a"')
    first = files_digest(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "bot.pyc").write_bytes(b"cache")
    (tmp_path / ".hidden").write_text("x")
    assert files_digest(tmp_path) == first
    (tmp_path / "more").write_text("")
    second = files_digest(tmp_path)
    assert second != first
    (tmp_path / "more").rename(tmp_path / "other")
    assert files_digest(tmp_path) not in (first, second)
