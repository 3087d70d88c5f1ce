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

.DELETE_ON_ERROR:
.PHONY: help run setup test suite test-fast browser lint format docs page coverage clean

help:
	@echo "make run         the desk in the browser, with an example tournament in round 4"
	@echo "make setup       make .venv with everything that the other targets need"
	@echo "make test        all checks; PACKAGE=standings: the tests of one package"
	@echo "make test-fast   a sample of each package, in a minute: tests/fast.txt"
	@echo "make browser     install Chromium and the other programs that some tests need"
	@echo "make lint        ruff and mypy only"
	@echo "make format      let ruff put the code in order"
	@echo "make docs        the documentation as a site in build/site; a broken link fails"
	@echo "make page        the page that runs crivello in a browser, in build/page; needs npm"
	@echo "make coverage    which lines no test reaches (build/coverage); too many fail"
	@echo "make clean       remove the environment and all caches"
	@echo "make generate    write all generated files again; WHAT=catalogue, articles, …: one kind"
	@echo "make release     wheel and source archive, tried; WHAT=wheelhouse, audit, …: more"
	@echo "With WHAT=…, and without it a list of the choices:"
	@echo "make agree       compare two solvers, or crivello with other programs"
	@echo "make stress      kill, damage, load and mutate, for minutes or hours"
	@echo "make bench       how long things take"

run: $(DESK)
	@$(PY) -m crivello desk --demo

setup: $(DEV)

# Both at once: mypy keeps one core busy for more than a minute, and the other would wait.
# The last line says what ran and what did not.
ifdef PACKAGE
test: $(DEV)
	$(PY) -m pytest -q -n 2 --dist worksteal tests/$(PACKAGE) $(wildcard src/crivello/$(PACKAGE))
else
test: $(if $(filter true,$(CI)),browser)
	@$(MAKE) --no-print-directory -j 2 lint suite
	@$(PY) -m tests.support.summary $(FIGURES)
endif

FIGURES := build/suite.json
suite: $(DEV)
	@mkdir -p build && rm -f $(FIGURES)
	@scratch="$$($(PY) -m tests.support.scratch)" && trap 'rm -rf "$$scratch"' EXIT INT TERM && \
	  TMPDIR="$$scratch" CRIVELLO_FIGURES=$(FIGURES) $(PY) -m pytest -q -n 3 --dist worksteal

# The sample names the files that notice most of what a change breaks, for less than 60 seconds of a processor.
test-fast: $(DEV)
	$(PY) -m pytest -q -n 2 --dist worksteal -m "not slow and not browser" @tests/fast.txt

# Installs what it may install without a password; else it prints the command.
browser: $(DEV)
	@$(PY) -m tests.support.programs

lint: $(DEV)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy $(CODE)

format: $(DEV)
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

docs: $(DEV)
	$(PY) -m tools.site
	$(PY) -m tools.page build/site/page

# Pyodide comes from npm, once.
page: $(DEV)
	$(PY) -m tools.page

# One test asks which modules a command loads: coverage itself loads some of them.
coverage: $(DEV)
	@rm -rf build/coverage; mkdir -p build/coverage
	$(PY) -m coverage run -m pytest -q -n 2 --dist worksteal -m "not browser and not slow" \
	  --deselect tests/cli/test_dispatch.py::test_an_english_pairing_loads_no_web_no_argparse_no_gettext
	$(PY) -m coverage combine -q
	$(PY) -m coverage html -q -d build/coverage/html
	$(PY) -m coverage report

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist

# Targets with a choice: `make bench WHAT=desk`. What is chosen is a variable `bench.desk`, the
# command to run; a comment above it says what it does and which variables it takes.

choices = $(sort $(patsubst $(1).%,%,$(filter $(1).%,$(.VARIABLES))))
chosen = $(or $($@.$(WHAT)),$(error make $@ WHAT=…, one of: $(call choices,$@)))

.PHONY: generate agree stress bench release
generate: WHAT ?= all
release: WHAT ?= packages
generate agree stress bench release: $(DEV)
	$(chosen)

# Generated files that stand in the repository: all, or after changes of sentences, articles, …
generate.all = for one in catalogue articles manual schema reference views fields package_map worked; do \
  $(PY) -m tools.$$one || exit 1; done
# DRAFT=pl: with every sentence that the draft of a language lacks.
generate.catalogue = $(PY) -m tools.catalogue $(DRAFT)
generate.worked = $(PY) -m tools.worked
generate.fields = $(PY) -m tools.fields
generate.articles = $(PY) -m tools.articles
generate.manual = $(PY) -m tools.manual
generate.schema = $(PY) -m tools.schema
generate.reference = $(PY) -m tools.reference
generate.views = $(PY) -m tools.views
generate.map = $(PY) -m tools.package_map
# Of pages in Chromium, for docs/pictures.
generate.screenshots = $(PY) -m tools.screenshots
# Of the archives of Noto in ARCHIVES: tools/fonts.py.
generate.fonts = $(PY) -m tools.fonts '$(ARCHIVES)'
# The four studies, and their figures in docs/studies; an interrupted one goes on.
STUDIES := systems baku editions extra-white
generate.studies = mkdir -p build/studies; for one in $(STUDIES); do \
  $(PY) -m crivello study $$one --folder build/studies/$$one && \
  cp build/studies/$$one/report.html build/studies/$$one/results.csv build/studies/$$one/*.svg docs/evidence/studies/$$one \
  || exit 1; done

# Solver and sieve of an edition, or procedure and a literal reading, on thousands of rounds.
agree.dutch = $(PY) -m tools.agree
agree.dutch-2011 = $(PY) -m tools.agree_dutch2011
agree.dubov = $(PY) -m tools.agree_dubov
agree.dubov-1997 = $(PY) -m tools.agree_dubov1997
agree.burstein = $(PY) -m tools.agree_burstein
agree.lim = $(PY) -m tools.agree_lim
agree.matches = $(PY) -m tools.agree_matches
# Pairers written from the text alone: SYSTEM= one edition, ROUNDS= of each, from SEED= on.
ROUNDS ?= 5000
agree.references = $(PY) -m tools.agree_references $(if $(SYSTEM),--system $(SYSTEM)) --rounds $(ROUNDS) $(if $(SEED),--seed $(SEED))
# Answers to players on random rounds: ANSWERS= tournaments of each system, from SEED= on.
ANSWERS ?= 60
agree.answers = $(PY) -m tools.answers $(ANSWERS) $(or $(SEED),1)
# EXERCISES= exercises of all systems and kinds, from SEED= on, against an enumeration of all pairings.
EXERCISES ?= 10000
agree.exercises = $(PY) -m tools.exercises $(EXERCISES) $(or $(SEED),1)
# Other programs: py4swiss, and Gacrux in an environment of its own at the version compared.
GACRUX := build/gacrux/bin/python
WITH_GACRUX = { test -x $(GACRUX) || $(PY) -m venv build/gacrux; } && \
  $(GACRUX) -m pip install --quiet --disable-pip-version-check gacrux==1.11.65
agree.py4swiss = $(PY) -m tools.py4swiss_check
agree.round-robins = $(WITH_GACRUX) && $(PY) -m tools.agree_gacrux $(GACRUX)
agree.teams = $(WITH_GACRUX) && $(PY) -m tools.agree_teams $(GACRUX) && $(PY) -m tools.agree_teams $(GACRUX) --tie-breaks
# The campaigns of docs/evidence/conformance.md, and TOURNAMENTS= of every system (ONLY= one); both go on.
agree.conformance = $(PY) -m tools.conformance
TOURNAMENTS ?= 50000
agree.endorse = $(WITH_GACRUX) && GACRUX=$(GACRUX) $(PY) -m tools.endorse --tournaments $(TOURNAMENTS) $(if $(ONLY),--only $(ONLY))
# Known tournaments paired again (CORPUS= a folder), recorded calls of engines replayed (CALLS= a
# folder), also over HTTP; report files read, written and read again (FOLDER=).
agree.corpus = $(PY) -m tools.corpus '$(or $(CORPUS),tests/data/corpus)'
agree.calls = $(PY) -m tools.calls '$(or $(CALLS),tests/data/calls)'
agree.calls-http = $(PY) -m tools.calls '$(or $(CALLS),tests/data/calls)' --http
agree.roundtrip = $(PY) -m tools.roundtrip '$(or $(FOLDER),tests/data)'

# The suite without browser, every property on all its examples, not on a third.
stress.properties = CRIVELLO_WHOLE=1 $(PY) -m pytest -q -n 2 --dist worksteal -m "not browser"
# Criteria deleted and swapped; then CHANGES= places of each of PACKAGES= changed, from SEED= on.
stress.mutate = $(PY) -m tools.mutate && nice $(PY) -m tools.mutants $(PACKAGES) --count $(or $(CHANGES),300) --seed $(or $(SEED),1)
# A desk killed 500 times at work, and 500 times desk, command line and library on one file.
stress.kill = CRIVELLO_KILLS=500 $(PY) -m pytest -q -s tests/desk/test_killed.py tests/desk/test_killed_together.py
# Full, read-only and failing disks.
stress.faults = $(PY) -m pytest -q -m faults tests/store tests/desk tests/cli
# 50 readers and 5 writers for a minute beside 2,000 idle connections.
stress.load = $(PY) -m bench.load
# SEQUENCES= random evenings against a model, EVENINGS= in Chromium, then 300 phones and 3 deputies
# play three rounds over TLS in network namespaces (root, Linux).
stress.hall = $(PY) -m tests.support.hall_model $(or $(SEQUENCES),50000) 1 && \
  CRIVELLO_EVENINGS=$(or $(EVENINGS),300) $(PY) -m pytest -q tests/web/browser/test_evenings.py && $(PY) -m bench.hall
# DAMAGED= tournament files damaged, from SEED= on.
stress.damage = $(PY) -m tests.store.damage $(or $(DAMAGED),1000) $(or $(SEED),1)
# FUZZ= damaged files for every reader; MUTATIONS= of real files in FOLDER=, by PROCESSES=.
stress.fuzz = $(PY) -m fuzz.readers $(or $(FUZZ),100000) $(or $(SEED),1)
stress.mutate-files = $(PY) -m fuzz.mutations --count $(or $(MUTATIONS),100000) --seed $(or $(SEED),0) --processes $(or $(PROCESSES),2) $(if $(FOLDER),'$(FOLDER)')
# EXAMPLES= requests of everything that the interface for programs allows.
stress.schemathesis = CRIVELLO_EXAMPLES=$(or $(EXAMPLES),200) $(PY) -m pytest -q tests/web/api/test_schemathesis.py tests/web/service/test_description.py
# A sample of the suite under -O, in the locale C, without a home, in odd folders, …
stress.environments = CRIVELLO_ENVIRONMENTS=all $(PY) -m pytest -q tests/environments && $(PY) -m tests.environments.suite
# `make run` and `make test` on a bare Debian SUITE=, TIMES= over (root, Linux).
stress.bare = $(PY) -m tools.bare_machine --suite $(or $(SUITE),bookworm) --times $(or $(TIMES),1)

# A round, the Dutch system beside another engine and all others; answers beside pairing the round.
bench.rounds = $(PY) -m bench
bench.answers = $(PY) -m bench.answers
# A tournament of a study, by system and size.
bench.studies = $(PY) -m bench.studies
# Beside bbpPairings (BBP5=, BBP6=), JaVaFo (JAVAFO=, a jar) and py4swiss in an environment of its own.
PY4SWISS ?= build/py4swiss/bin/py4swiss
bench.peers = { test -x $(PY4SWISS) || { $(PY) -m venv build/py4swiss && \
  build/py4swiss/bin/python -m pip install --quiet --disable-pip-version-check py4swiss==0.3.1; }; } && \
  PY4SWISS=$(PY4SWISS) $(PY) -m bench.peers $(if $(QUICK),--quick)
# Requests a second over HTTP, beside a process for each call.
bench.engine = $(PY) -m bench.engine
# A tournament file of 20,000 events, a rating list of 1.9 million players, 200 readers and 20 writers.
bench.desk = $(PY) -m bench.desk
bench.lists = $(PY) -m bench.lists
bench.web = $(PY) -m bench.web
bench.pages = $(PY) -m bench.pages

# Wheel and source archive, built twice, looked into, tried on every Python at hand.
release.packages = $(PY) -m tools.release
# Everything that a laptop without internet needs, in dist/wheelhouse.
release.wheelhouse = $(PY) -m tools.release --wheelhouse
# The tests on every supported Python at hand, in an environment for each beside the clone's own.
release.pythons = for python in $$($(PY) -m tools.release --pythons); do \
  echo "== $$python"; env=.venv/$$(basename $$python); \
  $$python -m venv $$env && $$env/bin/python -m pip install --quiet --editable '.[dev]' \
  && $$env/bin/python -m pytest -q -n 2 --dist worksteal || exit 1; done
# mypy as on Windows: nothing is used that is not there.
release.windows = $(PY) -m mypy --platform win32 --no-warn-unreachable --cache-dir .mypy_cache/windows src
# Versions and licences of the packages in requirements.lock, and that file written again.
release.audit = $(PY) -m tools.audit
release.lock = $(PIP) uv && $(PY) -m uv pip compile pyproject.toml --extra all --universal --python-version 3.11 \
  --generate-hashes --no-emit-index-url --no-header --quiet --upgrade -o requirements.lock && \
  { echo '\# The released environment: every package of the extra `all`, with the hashes of its files.'; \
  echo '\#   pip install --require-hashes -r requirements.lock'; \
  echo '\# Written by `make release WHAT=lock`.'; cat requirements.lock; } > requirements.lock.new && \
  mv requirements.lock.new requirements.lock

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
