"""Run `make run` and `make test` on a bare Debian: `make stress WHAT=bare` (root, Linux).

A bare machine is a minimal Debian with Python, make and git, no browser, and DejaVu as its only
fonts, unpacked into a folder. A new clone of the last commit is set up in it by an ordinary user,
each time from the beginning. `make run` must open a desk that prints PDF, writes spreadsheets and
has the network of the hall; its PDF must equal the one that this computer makes, byte by byte.
`make test` must be green.
"""

from __future__ import annotations

import argparse
import http.cookiejar
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin

ROOT = Path(__file__).resolve().parent.parent
STORED = ROOT / "build" / "bare"
"""Archives are kept here; machines unpacked from them are removed after use."""
PACKAGES = "python3,python3-venv,make,git,ca-certificates,fonts-dejavu-core"
USER, GROUP = 1000, 1000
HOME = "home/arbiter"
CLONE = f"{HOME}/a clone of crivello"
SETTINGS = (
    "etc/resolv.conf", "etc/hosts", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt",
)  # fmt: skip
"""The files by which this computer reaches its package index; the bare machine gets them too."""
PASSED_ON = re.compile(r"(?i)(pip|uv|ssl|requests)_.*|.*_proxy")
"""The environment variables by which this computer reaches its package index."""
DESK_OPENS = 600.0
"""The seconds that `make run` may take, with its set-up."""
PAGES = ("print", "files", "end", "network", "players/import")
DOWNLOADS = ("print/standings/pdf", "files/report/standings/xlsx")
PRINTED = ("pairings", "names", "standings", "crosstable", "cards", "slips", "name-cards")
PYTHON = ".venv/bin/python"
EXAMPLE = "src/crivello/examples/before-round-4.trf"


class BareMachineError(Exception):
    """Raised if the machine could not be made, or something on it is not as README promises."""


def main(suite: str, times: int, only: str) -> int:
    if sys.platform != "linux" or os.geteuid() != 0:
        print("This takes root and Linux: it makes a machine in a folder.", file=sys.stderr)
        return 2
    try:
        archive = make_archive(suite)
        for number in range(1, times + 1):
            print(f"== {suite}, {number} of {times}", flush=True)
            with unpack(archive) as machine:
                clone_into(machine)
                print(run_in(machine, "python3 --version").decode().strip(), flush=True)
                if only != "test":
                    try_desk(machine)
                    compare_prints(machine)
                if only != "run":
                    try_tests(machine, STORED / f"{suite}.log")
    except BareMachineError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def make_archive(suite: str) -> Path:
    """Make the archive of the bare system unless it exists; return its path."""
    archive = STORED / f"{suite}.tar"
    if archive.exists():
        return archive
    if shutil.which("mmdebstrap") is None:
        raise BareMachineError("mmdebstrap is missing: apt-get install -y mmdebstrap")
    STORED.mkdir(parents=True, exist_ok=True)
    new = archive.with_suffix(".new")
    command = [
        "mmdebstrap",
        "--quiet",
        "--variant=minbase",
        f"--include={PACKAGES}",
        "--format=tar",
    ]
    command += ["--format=tar", "--aptopt=Acquire::Check-Valid-Until false", suite, str(new)]
    if subprocess.run(command, check=False).returncode:
        raise BareMachineError(f"mmdebstrap could not make {suite}.")
    new.rename(archive)
    return archive


@contextmanager
def unpack(archive: Path) -> Iterator[Path]:
    """Unpack a new machine from the archive; it is removed at the end."""
    machine = Path(tempfile.mkdtemp(prefix="bare-", dir=STORED))
    try:
        subprocess.run(
            ["tar", "--extract", "--file", archive, "--directory", machine, "--numeric-owner"],
            check=True,
        )
        for name in SETTINGS:
            if Path("/", name).is_file():
                (machine / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(Path("/", name), machine / name)
        (machine / "etc/passwd").open("a").write(f"arbiter:x:{USER}:{GROUP}::/{HOME}:/bin/bash\n")
        (machine / "etc/group").open("a").write(f"arbiter:x:{GROUP}:\n")
        (machine / HOME).mkdir(parents=True)
        yield machine
    finally:
        shutil.rmtree(machine)


def clone_into(machine: Path) -> None:
    """Clone the last commit of this clone into the machine, owned by its user."""
    clone = machine / CLONE
    git = ["git", "-c", "advice.detachedHead=false", "clone", "--quiet", "--no-hardlinks"]
    subprocess.run([*git, ROOT, clone], check=True)
    for folder, folders, files in os.walk(machine / HOME):
        for name in (".", *folders, *files):
            os.chown(os.path.join(folder, name), USER, GROUP, follow_symlinks=False)


def command_in(machine: Path, line: str) -> Sequence[str | Path]:
    """Return the command that runs a line of shell on the machine, as its user, in the clone."""
    settings = {name: value for name, value in os.environ.items() if PASSED_ON.fullmatch(name)}
    inside = {
        **settings,
        "HOME": f"/{HOME}",
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "TERM": "dumb",
    }
    mounts = " && ".join(
        [
            'mount -t proc proc "$1/proc"',
            'mount --rbind /dev "$1/dev"',
            'mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"',
            'exec chroot --userspec=$2 "$1" env -i "${@:4}" bash -c "$3"',
        ]
    )
    line = f"cd '/{CLONE}' && {line}"
    variables = [f"{name}={value}" for name, value in inside.items()]
    unshare = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", mounts]
    return [*unshare, "bare", machine, f"{USER}:{GROUP}", line, *variables]


def run_in(machine: Path, line: str) -> bytes:
    done = subprocess.run(command_in(machine, line), capture_output=True, check=False)
    if done.returncode:
        raise BareMachineError(f"{line}\n{(done.stdout + done.stderr).decode(errors='replace')}")
    return done.stdout


def try_desk(machine: Path) -> None:
    """Open the desk with `make run`, and request everything that README promises."""
    started = time.monotonic()
    log = machine / HOME / "run.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            command_in(machine, "exec make run"),
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        try:
            link = _await_link(process, log, started)
            print(f"make run: the desk is open after {time.monotonic() - started:.0f} s")
            _ask_desk(link)
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()


def _await_link(process: subprocess.Popen[bytes], log: Path, started: float) -> str:
    while time.monotonic() - started < DESK_OPENS:
        if found := re.search(r"http://\S+/start\S+", log.read_text()):
            return found[0]
        if process.poll() is not None:
            break
        time.sleep(0.2)
    raise BareMachineError(f"make run opened no desk:\n{log.read_text()}")


def _ask_desk(link: str) -> None:
    browser = urllib.request.build_opener(
        urllib.request.ProxyHandler({}),
        urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()),
    )

    def get(address: str) -> bytes:
        with browser.open(address, timeout=120) as answer:
            content: bytes = answer.read()
        return content

    start = get(link).decode()
    page = browser.open(urljoin(link, re.findall(r'href="(/t/[^"]+)"', start)[0]), timeout=120)
    section = re.match(r"http://[^/]+/t/[^/]+/[^/]+", page.geturl())
    if section is None:
        raise BareMachineError(f"The desk opened {page.geturl()} instead of the tournament.")
    for name in PAGES:
        text = get(f"{section[0]}/{name}").decode()
        if asked := re.search(r"pip install|not installed|more packages|make -C", text):
            raise BareMachineError(f"The page {name} says: {asked[0]}")
    for name in DOWNLOADS:
        get(f"{section[0]}/{name}")


PRINTED_AT = "SOURCE_DATE_EPOCH=1800000000"
"""The time of printing, which stands on every page."""


def compare_prints(machine: Path) -> None:
    """Print the example on the machine and here; the files must be equal, byte by byte."""
    for kind in PRINTED:
        words = ["-m", "crivello", "print", kind, EXAMPLE, "--round", "3", "--to", "pdf"]
        there = run_in(machine, f"env {PRINTED_AT} {PYTHON} {' '.join(words)}")
        here = subprocess.run(
            ["env", PRINTED_AT, sys.executable, *words], cwd=ROOT, capture_output=True, check=True
        ).stdout
        if not here.startswith(b"%PDF") or there != here:
            raise BareMachineError(f"{kind}: the PDF differs from the one made here.")
    print(f"{len(PRINTED)} PDFs are equal to those made here, byte by byte", flush=True)


def try_tests(machine: Path, log: Path) -> None:
    """Run `make test` on the machine, keep its output in a file, and show its last line."""
    started = time.monotonic()
    with log.open("w") as output:
        done = subprocess.run(
            command_in(machine, "make test"), stdout=output, stderr=output, check=False
        )
    lines = log.read_text().splitlines()
    print(f"make test: {time.monotonic() - started:.0f} s; {lines[-1] if lines else ''}")
    if done.returncode:
        raise BareMachineError("\n".join([*lines[-60:], f"The whole output: {log}"]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="make run and make test on a bare machine")
    parser.add_argument("--suite", default="bookworm")
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--only", choices=("run", "test", ""), default="")
    asked = parser.parse_args()
    sys.exit(main(asked.suite, asked.times, asked.only))
