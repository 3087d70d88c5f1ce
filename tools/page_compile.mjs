// Compile a folder of Python for the Python of Pyodide: node page_compile.mjs RUNTIME FOLDER
// Each .py becomes a .pyc beside it, without docstrings and assertions, and is removed.

import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [runtime, folder] = process.argv.slice(2).map((one) => resolve(one));
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: runtime });
python.FS.mkdir("/staged");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/staged");
const compiled = python.runPython(`
import compileall
import pathlib

done = compileall.compile_dir(
    "/staged", quiet=1, legacy=True, optimize=2, stripdir="/staged",
    invalidation_mode=__import__("py_compile").PycInvalidationMode.UNCHECKED_HASH,
)
for path in pathlib.Path("/staged").rglob("*.py"):
    path.unlink()
bool(done)
`);
process.exit(compiled ? 0 : 1);
