"""The file tools, and every way out of their folder."""

import os
import re
import stat

import pytest

from agency.tool import ToolError, execute
from agency.tool.builtin import edit, glob, grep, read, read_output, todo_write, write
from agency.tool.decorator import spec_of
from agency.tool.folder import Folder
from agency.tool.outcome import keep_output
from agency.tool.search_limit import OutOfTime, time_limit


@pytest.fixture
def folder(ctx):
    (ctx.folder / "src").mkdir()
    (ctx.folder / "src" / "app.py").write_text("import os\n\nprint('漢')\n")
    (ctx.folder / "src" / "notes.md").write_text("one\ntwo\nthree\nfour\n")
    (ctx.folder / ".env").write_text("KEY=secret\n")
    return ctx.folder


@pytest.fixture
def outside(tmp_path):
    path = tmp_path / "outside.txt"
    path.write_text("not yours\n")
    return path


ESCAPES = ["../outside.txt", "src/../../outside.txt", "/etc/passwd", "link.txt", "linked/../x", "."]


@pytest.mark.parametrize("path", [*ESCAPES, "src/app.py\0.txt", "missing", "src", "pipe"])
def test_nothing_but_an_ordinary_file_inside_is_read(ctx, folder, outside, path):
    (folder / "link.txt").symlink_to(outside)
    (folder / "linked").symlink_to(outside.parent)
    os.mkfifo(folder / "pipe")
    with pytest.raises(ToolError):
        read.read(ctx, path)


@pytest.mark.parametrize("path", [*ESCAPES, "linked/new.txt", "src", "pipe", "a\0b"])
def test_nothing_outside_is_written(ctx, folder, outside, path):
    (folder / "link.txt").symlink_to(outside)
    (folder / "linked").symlink_to(outside.parent)
    os.mkfifo(folder / "pipe")
    before = sorted(outside.parent.iterdir())
    with pytest.raises(ToolError):
        write.write(ctx, path, "x")
    assert outside.read_text() == "not yours\n"
    assert sorted(outside.parent.iterdir()) == before


def test_a_link_swapped_in_after_the_look_leads_nowhere(folder, outside, monkeypatch):
    inside = Folder(folder)
    place = inside.locate("src/app.py")
    (folder / "src" / "app.py").unlink()
    (folder / "src" / "app.py").symlink_to(outside)
    monkeypatch.setattr(inside, "locate", lambda path: place)
    with pytest.raises(ToolError, match="leads nowhere"), inside.open_file("src/app.py"):
        pass
    inside.open_directory(place.parent)
    (folder / "src").rename(folder / "gone")
    (folder / "src").symlink_to(outside.parent)
    with pytest.raises(ToolError), inside.open_file("src/app.py"):
        pass


def test_a_link_that_stays_inside_works(ctx, folder):
    (folder / "alias.md").symlink_to("src/notes.md")
    assert "one" in read.read(ctx, "alias.md")
    write.write(ctx, "alias.md", "new")
    assert (folder / "alias.md").is_symlink()
    assert (folder / "src" / "notes.md").read_text() == "new"


def test_an_absolute_path_inside_works(ctx, folder):
    assert "two" in read.read(ctx, str(folder / "src" / "notes.md"))


def test_a_missing_folder_is_said(ctx):
    ctx.folder.rmdir()
    with pytest.raises(ToolError, match="folder does not exist"):
        read.read(ctx, "a")


def test_read_numbers_lines_and_tells_where_to_go_on(ctx, folder):
    assert read.read(ctx, "src/notes.md", offset=2, limit=2) == (
        "     2\ttwo\n     3\tthree\n[more lines follow; read on with offset 4]"
    )
    assert read.read(ctx, "src/notes.md", offset=4) == "     4\tfour"


def test_read_says_when_there_is_nothing(ctx, folder):
    (folder / "empty").touch()
    assert read.read(ctx, "empty") == "[empty is empty]"
    assert "ends before line 5" in read.read(ctx, "src/notes.md", offset=5)
    assert "fewer than 9 lines" in read.read(ctx, "src/notes.md", offset=9)


def test_read_marks_binary_files_and_declines_images(ctx, folder):
    (folder / "blob").write_bytes(b"abc\0def")
    assert read.read(ctx, "blob") == (
        "[blob is a binary file: unknown kind, 7 bytes; its content is not shown]"
    )
    (folder / "cat.png").write_bytes(b"\x89PNG")
    with pytest.raises(ToolError, match="is an image"):
        read.read(ctx, "cat.png")


def test_read_never_tears_a_character(ctx, folder):
    (folder / "wide").write_text("漢" * 30_000 + "\nnext\n")
    shown = read.read(ctx, "wide")
    assert "\ufffd" not in shown
    assert "[28000 more characters in this line]" in shown
    assert shown.endswith("     2\tnext")


def test_read_shows_what_is_no_utf8_with_substitutes(ctx, folder):
    (folder / "latin").write_bytes("Grüße\r\n".encode("latin-1"))
    assert read.read(ctx, "latin") == "     1\tGr\ufffd\ufffde"


def test_write_makes_directories_and_replaces_whole(ctx, folder):
    assert write.write(ctx, "new/deep/file.txt", "漢") == "Created new/deep/file.txt (3 bytes)."
    assert write.write(ctx, "new/deep/file.txt", "b") == "Replaced new/deep/file.txt (1 bytes)."
    assert [path.name for path in (folder / "new" / "deep").iterdir()] == ["file.txt"]


def test_write_keeps_the_permissions(ctx, folder):
    script = folder / "run.sh"
    script.write_text("a")
    script.chmod(0o750)
    write.write(ctx, "run.sh", "b")
    assert stat.S_IMODE(script.stat().st_mode) == 0o750


def test_a_failed_write_leaves_the_old_file_and_no_rest(ctx, folder, monkeypatch):
    def fail(*args, **kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("agency.tool.folder.os.replace", fail)
    with pytest.raises(ToolError, match="No space left"):
        write.write(ctx, "src/notes.md", "x")
    assert (folder / "src" / "notes.md").read_text().startswith("one")
    assert len(list((folder / "src").iterdir())) == 2


def test_edit_changes_the_only_place(ctx, folder):
    assert edit.edit(ctx, "src/notes.md", "two", "2") == "Changed src/notes.md in 1 place."
    assert (folder / "src" / "notes.md").read_text() == "one\n2\nthree\nfour\n"


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [("absent", "x", "does not occur"), ("o", "x", "occurs 3 times"), ("one", "one", "the same")],
)
def test_edit_refuses_what_is_not_clear(ctx, folder, old, new, text):
    with pytest.raises(ToolError, match=text):
        edit.edit(ctx, "src/notes.md", old, new)


def test_edit_changes_every_place_when_told(ctx, folder):
    assert "3 places" in edit.edit(ctx, "src/notes.md", "o", "0", replace_all=True)


def test_edit_keeps_the_line_ends_of_the_file(ctx, folder):
    (folder / "dos").write_bytes(b"a\r\nb\r\n")
    edit.edit(ctx, "dos", "a\nb", "c\nd")
    assert (folder / "dos").read_bytes() == b"c\r\nd\r\n"


def test_edit_refuses_what_it_would_damage(ctx, folder):
    (folder / "latin").write_bytes("Grüße".encode("latin-1"))
    with pytest.raises(ToolError, match="not UTF-8"):
        edit.edit(ctx, "latin", "G", "g")


def test_glob_lists_what_fits_without_hidden_and_secret_files(ctx, folder):
    (folder / "top.py").touch()
    (folder / "id_rsa").touch()
    (folder / ".git").mkdir()
    (folder / ".git" / "hook.py").touch()
    assert glob.find(ctx, "**/*.py") == "top.py\nsrc/app.py"
    assert glob.find(ctx, "*") == "top.py"
    assert glob.find(ctx, "*.md", path="src") == "src/notes.md"
    assert glob.find(ctx, "*.rs") == "No file fits *.rs."


@pytest.mark.parametrize(
    ("pattern", "path"), [("../*", "."), ("/etc/*", "."), ("*", ".."), ("*", "/etc")]
)
def test_glob_cannot_leave_the_folder(ctx, folder, pattern, path):
    with pytest.raises(ToolError):
        glob.find(ctx, pattern, path)


def test_glob_does_not_follow_links_to_directories(ctx, folder, outside):
    (folder / "linked").symlink_to(outside.parent)
    assert "outside" not in glob.find(ctx, "**")


def test_glob_tells_when_there_is_more(ctx, folder, monkeypatch):
    monkeypatch.setattr(glob, "MAX_FOUND", 1)
    assert "only the first 1;" in glob.find(ctx, "**")


def test_grep_shows_lines_files_and_counts(ctx, folder):
    assert grep.grep(ctx, "^t") == "src/notes.md:2: two\nsrc/notes.md:3: three"
    assert grep.grep(ctx, "o", show="files") == "src/app.py\nsrc/notes.md"
    assert grep.grep(ctx, "o", show="counts") == "src/app.py: 1\nsrc/notes.md: 3"
    assert grep.grep(ctx, "IMPORT", ignore_case=True) == "src/app.py:1: import os"
    assert grep.grep(ctx, "o", glob="**/*.py") == "src/app.py:1: import os"
    assert grep.grep(ctx, "nowhere") == "Nothing matches nowhere."


def test_grep_shows_the_surroundings(ctx, folder):
    (folder / "long").write_text("\n".join("abcdefgh"))
    assert grep.grep(ctx, "b|g", path="long", around=1) == (
        "long:1- a\nlong:2: b\nlong:3- c\n--\nlong:6- f\nlong:7: g\nlong:8- h"
    )


def test_grep_leaves_out_secrets_binaries_and_links(ctx, folder, outside):
    (folder / "blob").write_bytes(b"\0secret")
    (folder / "link.txt").symlink_to(outside)
    assert grep.grep(ctx, "secret|yours") == "Nothing matches secret|yours."
    assert grep.grep(ctx, "secret", path=".env") == ".env:1: KEY=secret"


def test_grep_stops_at_its_limit(ctx, folder):
    assert "only the first 2;" in grep.grep(ctx, ".", limit=2)


def test_grep_refuses_a_broken_pattern(ctx, folder):
    with pytest.raises(ToolError, match="not a regular expression"):
        grep.grep(ctx, "(")


def test_a_runaway_pattern_ends_and_what_was_found_is_kept(ctx, folder, monkeypatch):
    monkeypatch.setattr(grep, "SECONDS", 0.2)
    (folder / "a.txt").write_text("aa\n")
    (folder / "b.txt").write_text("a" * 64 + "b\n")
    found = grep.grep(ctx, r"^(a+)+$", show="files")
    assert found.startswith("a.txt\n[stopped after 0.2 seconds")


def test_a_time_limit_leaves_no_alarm_behind():
    with time_limit(60):
        pass
    with pytest.raises(OutOfTime), time_limit(0.05):
        re.match(r"(a+)+$", "a" * 64 + "b")


def test_read_output_pages_through_a_whole_result(ctx):
    keep_output(ctx.outputs, "c9", "漢" * 10_000)
    first = read_output.read_output(ctx, "c9")
    assert first == "漢" * 8_000 + "\n[more follows at offset 8000]"
    assert read_output.read_output(ctx, "c9", offset=8_000) == "漢" * 2_000
    assert "ends before" in read_output.read_output(ctx, "c9", offset=10_000)


@pytest.mark.parametrize("call_id", ["c0", "../c9", ""])
def test_read_output_finds_kept_results_only(ctx, call_id):
    with pytest.raises(ToolError, match="No whole result"):
        read_output.read_output(ctx, call_id)


async def test_todo_write_confirms_the_list():
    todos = [todo_write.Todo("a", "completed"), todo_write.Todo("b", "pending")]
    assert await todo_write.todo_write(todos) == (
        "The list has 2 items: 1 completed, 0 in progress, 1 pending."
    )


@pytest.mark.usefixtures("hosts")
async def test_the_file_tools_work_in_their_host(ctx, folder):
    async def call(function, **args):
        return await execute.execute(spec_of(function), ctx, args, timeout=20)

    assert (await call(write.write, path="x.txt", content="hello")).content.startswith("Created")
    assert (await call(read.read, path="x.txt")).content == "     1\thello"
    assert (await call(grep.grep, pattern="hel+o")).content == "x.txt:1: hello"
    refused = await call(read.read, path="../outside.txt")
    assert refused.is_error
    assert refused.content == (
        "../outside.txt is outside the session's folder; only paths inside it work."
    )


@pytest.mark.usefixtures("hosts")
async def test_a_runaway_pattern_does_not_outlast_the_call(ctx, folder):
    (folder / "b.txt").write_text("a" * 64 + "b\n")
    result = await execute.execute(spec_of(grep.grep), ctx, {"pattern": r"^(a+)+$"}, timeout=0.5)
    assert result.is_error and "stopped after 0.5 seconds" in result.content
