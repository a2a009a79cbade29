"""The import map: every module by a stable name, with its hash."""

import base64
import hashlib
import json
from pathlib import Path

from agency.web.modules import ENTRY, STATIC_IMPORT, build, resolve, served

EAGER_MODULES = 60
EAGER_KILOBYTES = 150


def test_every_module_of_the_client_is_in_the_map_with_its_hash():
    modules = build()
    content = json.loads(modules.text)
    for path in Path("static/agency").rglob("*.js"):
        name = path.relative_to("static").as_posix()
        url = content["imports"][f"/static/{name}"]
        hashed = base64.b64encode(hashlib.sha384(path.read_bytes()).digest()).decode()
        assert content["integrity"][url] == f"sha384-{hashed}"


def test_vendored_modules_have_their_bare_names():
    content = json.loads(build().text)
    assert content["imports"]["preact"].startswith("/static/vendor/preact")
    assert content["imports"]["@preact/signals"] in content["integrity"]


def test_the_hash_of_the_map_is_what_the_policy_allows():
    modules = build()
    hashed = base64.b64encode(hashlib.sha256(modules.text.encode()).digest()).decode()
    assert modules.digest == f"sha256-{hashed}"


def test_only_static_imports_are_eager():
    modules = build()
    names = [module.name for module in modules.eager()]
    assert names[0] == ENTRY
    assert "agency/core/store.js" in names
    assert not any(name.startswith("agency/windows/settings") for name in names)


def test_the_start_stays_within_its_budget():
    eager = build().eager()
    assert len(eager) <= EAGER_MODULES
    size = sum(len(served(module.name).read_bytes()) for module in eager)
    # Compressed they are about a third of this; the budget of 150 KB is for what travels.
    assert size / 3 < EAGER_KILOBYTES * 1024


def test_imports_are_found_however_they_are_written():
    source = """
    import { a } from "./a.js";
    import b, { c as d } from '../b.js';
    import"./c.js";import{e}from"preact";
    export { f } from "./f.js";
    const g = () => import("./lazy.js");
    /** @type {import("./types").T} */
    """
    found = STATIC_IMPORT.findall(source)
    assert found == ["./a.js", "../b.js", "./c.js", "preact", "./f.js"]


def test_a_relative_import_is_read_from_its_importer():
    assert resolve("agency/desktop/x.js", "../core/y.js", {}) == "agency/core/y.js"
    assert resolve("agency/main.js", "./core/y.js", {}) == "agency/core/y.js"
    assert resolve("agency/main.js", "preact", {"preact": "vendor/p.js"}) == "vendor/p.js"


def test_no_module_names_a_source_map_that_the_collector_would_rewrite():
    for path in Path("static").rglob("*.js"):
        assert "sourceMappingURL" not in path.read_text()
