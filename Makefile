# Everything is called as `.venv/bin/python -m tool` and every path is relative: so it works in a
# folder with spaces in its name, where console scripts and absolute make targets do not.

PYTHON ?= python3
PY := .venv/bin/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --retries 10 --timeout 60
# This clone's source, even if the environment was made before the folder was moved.
export PYTHONPATH := src
# What is compiled once is read by the next process, even where Python is told not to keep it.
unexport PYTHONDONTWRITEBYTECODE
CODE := $(wildcard src tests tools bench fuzz)

# A target's set-up is a stamp, made again only when pyproject.toml changes:
#   $(CORE)  the package alone
#   $(DESK)  the package with everything that the desk of `make run` can use
#   $(DEV)   the package with everything, and the tools of `make test`
CORE := .venv/.core
DESK := .venv/.desk
DEV := .venv/.dev

.PHONY: help test test-fast lint format catalogue worked schema views fuzz roundtrip agree-dubov mutate clean
.PHONY: agree agree-lim bench corpus py4swiss gacrux conformance
.DELETE_ON_ERROR:

help:
	@echo "make run         the desk in the browser, with an example tournament in round 4"
	@echo "make setup       make .venv with everything that the other targets need"
	@echo "make test        all checks: ruff, mypy, contracts, tests, README examples"
	@echo "make browser     install Chromium and the other programs that some tests need"
	@echo "make bare        make run and make test on a bare Debian: SUITE=bookworm TIMES=3"
	@echo "make test-fast   the quick tests only"
	@echo "make lint        ruff and mypy only"
	@echo "make format      let ruff put the code in order"
	@echo "make catalogue   collect the sentences of the code, compile their translations"
	@echo "make worked      write the worked tournaments and questions of docs/worked again"
	@echo "make properties  the tests without browser, every property on all its examples, not on a third"
	@echo "make agree-dubov compare sieve and solver of the Dubov system on 10,000 fields an edition"
	@echo "make agree-dubov-1997 compare sieve and procedure of the Dubov system of 1997"
	@echo "make agree-lim   compare sieve and procedure of the Lim system on 10,000 rounds"
	@echo "make agree-references compare with literal pairers written from the text: SYSTEM=… ROUNDS=5000"
	@echo "make agree-burstein compare the solvers of Burstein with literal readings on 10,000 rounds"
	@echo "make agree-dutch-2011 compare search and literal enumeration of the Dutch system before 2013"
	@echo "make docs        the documentation as a site in build/site; a broken link or an unknown name fails"
	@echo "make windows     let mypy read the code as on Windows: nothing is used that is not there"
	@echo "make coverage    which lines no test reaches (build/coverage), and that they do not become more"
	@echo "make test-all    the tests on every supported Python at hand"
	@echo "make release     wheel and source archive, built twice, looked into, tried on every Python at hand"
	@echo "make wheelhouse  all that a laptop without internet needs, in dist/wheelhouse"
	@echo "make map         draw docs/map.svg from the imports"
	@echo "make articles    write docs/articles.md from the citations in the code"
	@echo "make manual      write the arbiter's manual of the package from docs/manual.md"
	@echo "make fonts       make the fonts of the PDFs from the archives in ARCHIVES (tools/fonts.py)"
	@echo "make schema      write the JSON schema from the model"
	@echo "make reference   write the reference of the library from its docstrings"
	@echo "make views       write the reference of all JSON answers"
	@echo "make fuzz        throw damaged files at every reader: FUZZ=1000000 SEED=1"
	@echo "make roundtrip   read, write and read again all report files of FOLDER"
	@echo "make mutate-files damage real files 100,000 times: our own errors or repairs, nothing else (FOLDER= SEED= PROCESSES=2)"
	@echo "make mutate      change the product in 300 places of each package, and list what no test notices (PACKAGES= CHANGES= SEED=1)"
	@echo "make answers     ask about thousands of random rounds, and hold every answer to its rules"
	@echo "make agree       compare sieve and solver of the Dutch system on 20,000 fields an edition"
	@echo "make corpus      pair all rounds of known tournaments again: make corpus CORPUS=folder"
	@echo "make calls       replay recorded calls of pairing engines: make calls CALLS=folder"
	@echo "make calls-http  put those that pair to an engine for platforms over HTTP, and compare the boards"
	@echo "make py4swiss    compare 300 random tournaments with another engine"
	@echo "make gacrux      compare the tie-breaks of 300 random round robins with another program"
	@echo "make agree-matches compare 10,000 small rounds of Double-Swiss and of teams with an enumeration of all pairings"
	@echo "make agree-teams compare rounds and tie-breaks of 100 random team tournaments with another program"
	@echo "make bench       how long a round takes: the Dutch system beside another engine, all others"
	@echo "make conformance run, or go on with, the campaigns of docs/conformance.md"
	@echo "make endorse     the great test: 50,000 tournaments of every system against its reference and other"
	@echo "                 programs, or go on with it; TOURNAMENTS= ONLY="
	@echo "make studies     run, or go on with, the four studies, and write the figures of docs/studies again"
	@echo "make bench-studies  what a tournament of a study costs, by system and size"
	@echo "make kill-test   kill a desk at work 500 times, and 500 times web, command line and library"
	@echo "                 at work on one file; nothing acknowledged may be lost"
	@echo "make fault-test  full, read-only and failing disks, backup folders and outputs"
	@echo "make load-test   50 readers and 5 writers for a minute beside 2,000 idle connections"
	@echo "make hall-test   50,000 random evenings against a model, then 300 phones and 3 deputies play three"
	@echo "                 rounds over TLS in network namespaces (root, Linux): SEQUENCES=50000 EVENINGS=300"
	@echo "make damage      damage 1,000 tournament files: SEED=1 DAMAGED=1000"
	@echo "make audit       versions and licences of what a release brings along"
	@echo "make lock        write requirements.lock"
	@echo "make bench-answers  how long answers take beside pairing the round, for all systems"
	@echo "make bench-engine requests a second over HTTP, beside a process for each call"
	@echo "make bench-desk  how long a tournament file of 20,000 events takes to open"
	@echo "make bench-lists how long a rating list of 1.9 million players takes to load and search"
	@echo "make bench-web   200 readers and 20 writers at the desk for a minute, and 1,000 boards"
	@echo "make screenshots take the pictures of docs/pictures again (needs Chromium)"
	@echo "make schemathesis  ask the programs' interface everything it allows (EXAMPLES=200)"
	@echo "make environments  a sample of the tests under -O, in the locale C, without a home, in odd folders, ..."
	@echo "make clean       remove the environment and all caches"

.PHONY: run setup
run: $(DESK)
	@$(PY) -m crivello desk --demo

setup: $(DEV)

# Both at once: mypy keeps one core busy for more than a minute, and the other would wait.
# The last line says what ran and what did not.
test: $(if $(filter true,$(CI)),browser)
	@$(MAKE) --no-print-directory -j 2 lint suite
	@$(PY) -m tests.support.summary $(FIGURES)

.PHONY: suite
FIGURES := build/suite.json
suite: $(DEV)
	@mkdir -p build && rm -f $(FIGURES)
	@scratch="$$($(PY) -m tests.support.scratch)" && trap 'rm -rf "$$scratch"' EXIT INT TERM && \
	  TMPDIR="$$scratch" CRIVELLO_FIGURES=$(FIGURES) $(PY) -m pytest -q -n 3 --dist worksteal

test-fast: $(DEV)
	$(PY) -m pytest -q -n 2 --dist worksteal -m "not slow and not browser"

# Installs what it may install without a password; else it prints the command.
.PHONY: browser
browser: $(DEV)
	@$(PY) -m tests.support.programs

lint: $(DEV)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy $(CODE)

format: $(DEV)
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

catalogue: $(CORE)
	$(PY) -m tools.catalogue

worked: $(DEV)
	$(PY) -m tools.worked

agree-dubov: $(DEV)
	$(PY) -m tools.agree_dubov

.PHONY: agree-dubov-1997
agree-dubov-1997: $(DEV)
	$(PY) -m tools.agree_dubov1997

agree-lim: $(DEV)
	$(PY) -m tools.agree_lim

.PHONY: properties
properties: $(DEV)
	CRIVELLO_WHOLE=1 $(PY) -m pytest -q -n 2 --dist worksteal -m "not browser"

.PHONY: answers
# ANSWERS=… tournaments of each system, from SEED on.
ANSWERS ?= 60
answers: $(DEV)
	$(PY) -m tools.answers $(ANSWERS) $(SEED)

.PHONY: agree-burstein agree-dutch-2011
agree-dutch-2011: $(DEV)
	$(PY) -m tools.agree_dutch2011

agree-burstein: $(DEV)
	$(PY) -m tools.agree_burstein

.PHONY: agree-references
# SYSTEM=… one edition, otherwise all that have a reference; ROUNDS=… of each, from SEED on.
ROUNDS ?= 5000
agree-references: $(DEV)
	$(PY) -m tools.agree_references $(if $(SYSTEM),--system $(SYSTEM)) --rounds $(ROUNDS) $(if $(SEED),--seed $(SEED))

.PHONY: map articles
map: $(CORE)
	$(PY) -m tools.house_map

articles: $(CORE)
	$(PY) -m tools.articles

.PHONY: manual
manual: $(DEV)
	$(PY) -m tools.manual

.PHONY: fonts
fonts: $(DEV)
	$(PY) -m tools.fonts '$(ARCHIVES)'

schema: $(CORE)
	$(PY) -m tools.schema

.PHONY: reference
reference: $(CORE)
	$(PY) -m tools.reference

views: $(CORE)
	$(PY) -m tools.views

.PHONY: docs windows coverage test-all release wheelhouse
docs: $(DEV)
	$(PY) -m tools.site

windows: $(DEV)
	$(PY) -m mypy --platform win32 --no-warn-unreachable --cache-dir .mypy_cache/windows src

# One test asks which modules a command loads: coverage itself loads some of them.
coverage: $(DEV)
	@rm -rf build/coverage; mkdir -p build/coverage
	$(PY) -m coverage run -m pytest -q -n 2 --dist worksteal -m "not browser and not slow" \
	  --deselect tests/cli/test_door.py::test_an_english_pairing_loads_no_web_no_argparse_no_gettext
	$(PY) -m coverage combine -q
	$(PY) -m coverage html -q -d build/coverage/html
	$(PY) -m coverage report

# One environment for each Python, beside the clone's own.
test-all: $(DEV)
	@for python in $$($(PY) -m tools.release --pythons); do \
	  echo "== $$python"; env=.venv/$$(basename $$python); \
	  $$python -m venv $$env && $$env/bin/python -m pip install --quiet --editable '.[dev]' \
	  && $$env/bin/python -m pytest -q -n 2 --dist worksteal || exit 1; done

release: $(DEV)
	$(PY) -m tools.release

wheelhouse: $(DEV)
	$(PY) -m tools.release --wheelhouse

FUZZ ?= 100000
SEED ?= 1
fuzz: $(DEV)
	$(PY) -m fuzz.readers $(FUZZ) $(SEED)

FOLDER ?= tests/data
roundtrip: $(CORE)
	$(PY) -m tools.roundtrip '$(FOLDER)'

# First whole criteria of the Dutch editions are deleted and swapped, then single places of the code are changed.
CHANGES ?= 300
mutate: PACKAGES :=
mutate: SEED := 1
mutate: $(DEV)
	$(PY) -m tools.mutate
	nice $(PY) -m tools.mutants $(PACKAGES) --count $(CHANGES) --seed $(SEED)

.PHONY: mutate-files
# FOLDER=… damages the files of another folder; SEED=… goes on where a run was ended.
MUTATIONS ?= 100000
PROCESSES ?= 2
mutate-files: FOLDER :=
mutate-files: SEED := 0
mutate-files: $(CORE)
	$(PY) -m fuzz.mutations --count $(MUTATIONS) --seed $(SEED) --processes $(PROCESSES) $(if $(FOLDER),'$(FOLDER)')

agree: $(DEV)
	$(PY) -m tools.agree

CORPUS ?= tests/data/corpus
corpus: $(DEV)
	$(PY) -m tools.corpus '$(CORPUS)'

CALLS ?= tests/data/calls
.PHONY: calls
calls: $(DEV)
	$(PY) -m tools.calls '$(CALLS)'

.PHONY: calls-http bench-engine
calls-http: $(DEV)
	$(PY) -m tools.calls '$(CALLS)' --http

bench-engine: $(DEV)
	$(PY) -m bench.engine

gacrux: $(DEV)
	test -x build/gacrux/bin/python || $(PY) -m venv build/gacrux
	build/gacrux/bin/python -m pip install --quiet --disable-pip-version-check gacrux==1.11.65
	$(PY) -m tools.agree_gacrux build/gacrux/bin/python

.PHONY: agree-matches
agree-matches: $(DEV)
	$(PY) -m tools.agree_matches

.PHONY: agree-teams
agree-teams: $(DEV)
	test -x build/gacrux/bin/python || $(PY) -m venv build/gacrux
	build/gacrux/bin/python -m pip install --quiet --disable-pip-version-check gacrux==1.11.65
	$(PY) -m tools.agree_teams build/gacrux/bin/python
	$(PY) -m tools.agree_teams build/gacrux/bin/python --tie-breaks

# Gacrux in an environment of its own, at the version that was compared.
GACRUX := build/gacrux/bin/python
.PHONY: endorse
# TOURNAMENTS=… of each campaign; ONLY=… one of them.
TOURNAMENTS ?= 50000
endorse: $(DEV)
	test -x $(GACRUX) || $(PY) -m venv build/gacrux
	$(GACRUX) -m pip install --quiet --disable-pip-version-check gacrux==1.11.65
	GACRUX=$(GACRUX) $(PY) -m tools.endorse --tournaments $(TOURNAMENTS) $(if $(ONLY),--only $(ONLY))

py4swiss: $(DEV)
	$(PY) -m tools.py4swiss_check

conformance: $(DEV)
	$(PY) -m tools.conformance

.PHONY: studies bench-studies
STUDIES := systems baku editions extra-white
studies: $(DEV)
	@mkdir -p build/studies
	@for one in $(STUDIES); do $(PY) -m crivello study $$one --folder build/studies/$$one || exit 1; \
	  cp build/studies/$$one/report.html build/studies/$$one/results.csv build/studies/$$one/*.svg \
	    docs/studies/$$one; done

bench-studies: $(DEV)
	$(PY) -m bench.studies

bench: $(DEV)
	$(PY) -m bench

.PHONY: bench-answers
bench-answers: $(DEV)
	$(PY) -m bench.answers

.PHONY: kill-test bench-desk bench-web schemathesis
kill-test: $(DEV)
	CRIVELLO_KILLS=500 $(PY) -m pytest -q -s tests/desk/test_killed.py tests/desk/test_killed_together.py

.PHONY: fault-test load-test
fault-test: $(DEV)
	$(PY) -m pytest -q -m faults tests/store tests/desk tests/cli

load-test: $(DEV)
	$(PY) -m bench.load

SEQUENCES ?= 50000
EVENINGS ?= 300
.PHONY: hall-test
hall-test: $(DEV)
	$(PY) -m tests.support.hall_model $(SEQUENCES) 1
	CRIVELLO_EVENINGS=$(EVENINGS) $(PY) -m pytest -q tests/web/browser/test_evenings.py
	$(PY) -m bench.hall

DAMAGED ?= 1000
.PHONY: damage audit lock
damage: $(DEV)
	$(PY) -m tests.store.damage $(DAMAGED) $(SEED)

audit: $(DEV)
	$(PY) -m tools.audit

lock: $(DEV)
	$(PIP) uv
	$(PY) -m uv pip compile pyproject.toml --extra all --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-header --quiet --upgrade -o requirements.lock
	@{ echo '# The released environment: every package of the extra `all`, with the hashes of its files.'; \
	  echo '#   pip install --require-hashes -r requirements.lock'; \
	  echo '# Written by `make lock`.'; cat requirements.lock; } > requirements.lock.new
	@mv requirements.lock.new requirements.lock

bench-desk: $(DEV)
	$(PY) -m bench.desk

.PHONY: bench-lists
bench-lists: $(DEV)
	$(PY) -m bench.lists

bench-web: $(DEV)
	$(PY) -m bench.web

.PHONY: screenshots
screenshots: $(DEV)
	$(PY) -m tools.screenshots

EXAMPLES ?= 200
schemathesis: $(DEV)
	CRIVELLO_EXAMPLES=$(EXAMPLES) $(PY) -m pytest -q tests/web/api/test_schemathesis.py tests/web/service/test_description.py

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist

.PHONY: bare
# A machine with Python, make, git and DejaVu as its only fonts, made by mmdebstrap (root, Linux).
SUITE ?= bookworm
TIMES ?= 1
bare: $(CORE)
	$(PY) -m tools.bare_machine --suite $(SUITE) --times $(TIMES)

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "crivello needs Python 3.11 or newer, and '$(PYTHON)' is not that." >&2; \
	  echo "Name another one: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; \
	  exit 1; }

# The recipe makes the environment too, with the Python that was checked.
$(CORE): pyproject.toml tools/setup.py | $(PY)
	@$(PYTHON) tools/setup.py
	@touch $@

$(DESK): pyproject.toml tools/setup.py | $(PY)
	@$(PYTHON) tools/setup.py all,mdns
	@touch $(CORE) $@

$(DEV): pyproject.toml tools/setup.py | $(PY)
	@$(PYTHON) tools/setup.py dev
	@touch $(CORE) $(DESK) $@

.PHONY: environments
environments: $(DEV)
	CRIVELLO_ENVIRONMENTS=all $(PY) -m pytest -q tests/environments
	$(PY) -m tests.environments.suite
