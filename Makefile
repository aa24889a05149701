# Two commands do all that is daily: make run, make test. Each sets up what it needs first; make check is for in between.

VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
# What a site on a machine of one's own needs, whatever .env says; docs/deploying.md describes the variables.
LOCAL := DEBUG=off HTTPS=off ALLOWED_HOSTS=localhost,127.0.0.1
TESTING := ENV_FILE=/dev/null SECRET_KEY=for-checks-only ALLOWED_HOSTS=localhost
MANAGE := $(LOCAL) $(BIN)/python manage.py
# A worker takes a file at a time: what the tests of one share is made once. tests/conftest.py begins with the long ones.
PYTEST := $(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder
LONG := (once or browser) and not smoke

# Compiled once, not at every start.
unexport PYTHONDONTWRITEBYTECODE

.DELETE_ON_ERROR:

.PHONY: help
help: ## list these commands
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1	\2/p' Makefile

.PHONY: run
run: $(VENV)/run-installed .env ## show the site at http://localhost:8000/ (another: PORT=8001); LAB=new begins an empty one
	@exec env $(MANAGE) run --port $(PORT) $(if $(LAB),--lab $(LAB))

.PHONY: dev
dev: $(VENV)/run-installed .env ## the same with error pages, reloaded at each change of the code
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) seed
	@exec env DEBUG=on $(BIN)/python manage.py runserver localhost:$(PORT)

.PHONY: admin
admin: $(VENV)/run-installed .env ## create an administrator: asks for e-mail address and password
	@$(MANAGE) migrate --verbosity 0
	@$(MANAGE) createsuperuser

.PHONY: test
test: lint tests ## check style, types, templates and migrations, then run the tests; with the long ones: ALL=1
	@$(if $(ALL),,echo "Left to make test ALL=1: long tests of what others try in short (once), and what a browser \
	does (browser), but for a few of each (smoke).")

.PHONY: tests
tests: $(VENV)/test-installed
	$(PYTEST) --no-migrations -rs $(if $(ALL),,-m "not ($(LONG))")

.PHONY: long
long: $(VENV)/test-installed ## run the tests that make test leaves out
	$(PYTEST) --no-migrations -rs -m "$(LONG)"

.PHONY: check
check: lint ## check style, types, templates and migrations, and run the quick tests that ask no database; a folder’s others too: TESTS=tests/people
	$(PYTEST) -m "not database and not browser and not once"
	@[ -z "$(TESTS)" ] || $(PYTEST) --no-migrations -m "database and not browser" $(TESTS)

.PHONY: bench
bench: $(VENV)/test-installed ## measure how fast the site is (docs/speed.md); less of it: ARGS="--sizes 44 --lines kept"
	$(BIN)/python -m tests.benchmarks $(ARGS)

.PHONY: lint
lint: $(VENV)/test-installed ## check style, types, templates and migrations
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/python tests/vague_names.py
	$(TEMPLATES) | xargs -0 -r $(BIN)/djade --check
	$(TESTING) $(BIN)/mypy .
	$(TESTING) $(BIN)/python manage.py makemigrations --check --dry-run

.PHONY: format
format: $(VENV)/test-installed ## put code and templates into the one format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(TEMPLATES) | xargs -0 -r $(BIN)/djade || true

.PHONY: fixtures
fixtures: $(VENV)/run-installed .env ## write the content of the database back to fixtures/
	$(DUMP) --output fixtures/labsite.json labsite.applicantkind labsite.lab labsite.section labsite.sponsor labsite.newsitem labsite.opening labsite.page labsite.project
	$(DUMP) --output fixtures/people.json people
	$(DUMP) --output fixtures/publications.json publications
	$(DUMP) --output fixtures/services.json services

.PHONY: messages
messages: $(VENV)/run-installed .env ## collect the texts to translate into labsite/locale/, and compile them (needs gettext)
	$(MANAGE) makemessages --locale zh_Hans --no-location --no-wrap --no-obsolete --ignore 'tests/*'
	$(MANAGE) makemessages --locale zh_Hans --no-location --no-wrap --no-obsolete --ignore 'tests/*' --domain djangojs
	$(MANAGE) compilemessages --ignore $(VENV)

.PHONY: lock
lock: ## choose the newest allowed versions again (needs uv)
	$(COMPILE) --upgrade --output-file requirements.txt
	$(COMPILE) --upgrade --extra servers --constraints requirements.txt --output-file deploy/requirements.txt
	$(COMPILE) --upgrade --extra servers --extra heic --group dev --constraints deploy/requirements.txt --output-file requirements-dev.txt

.PHONY: wheel
wheel: $(VENV)/test-installed ## build the package that docs/your-lab.md installs, in dist/
	$(BIN)/python -m hatchling build --target wheel

.PHONY: sbom
sbom: $(VENV)/test-installed ## list all parts with versions and licences, in sbom.json (CycloneDX)
	$(BIN)/cyclonedx-py environment --pyproject pyproject.toml $(BIN)/python --output-file sbom.json

.PHONY: clean
clean: ## remove what can be made again; database, media and .env stay
	rm -rf $(VENV) dist staticfiles .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

DUMP := $(MANAGE) dumpdata --natural-foreign --natural-primary --indent 2
COMPILE := uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-annotate --no-header \
	--python-version 3.11 pyproject.toml --extra postgres --extra sso
TEMPLATES := git ls-files -z '*.html'

# The first Python on the PATH that is new enough.
define PYTHON
for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$name -c 'import sys; sys.version_info < (3, 11) and sys.exit(1); print(sys.executable)' 2>/dev/null && exit; \
done; echo "This needs Python 3.11 or newer; python3 is $$(python3 --version 2>&1)." >&2; exit 1
endef

# $(call install,FILE): uv where there is one that works, else pip.
define install
if uv --version >/dev/null 2>&1; then \
	uv pip install --quiet --python $(BIN)/python --require-hashes --requirements $(1); \
else \
	$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip; \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $(1); \
fi
endef

$(BIN)/python:
	@python=$$($(PYTHON)) && if uv --version >/dev/null 2>&1; \
	then uv venv --quiet --allow-existing --python "$$python" $(VENV); \
	else "$$python" -m venv $(VENV); fi

$(VENV)/run-installed: requirements.txt | $(BIN)/python
	@echo "Installing what the site needs …"
	@$(call install,requirements.txt)
	@touch $@

$(VENV)/test-installed: requirements-dev.txt | $(BIN)/python
	@echo "Installing what the tests need …"
	@$(call install,requirements-dev.txt)
	@touch $(VENV)/run-installed $@

# What manage.py needs to know on a machine of one's own; nothing that is there already is changed.
.env: always | $(BIN)/python
	@$(BIN)/python -c 'from labsite.site_folder import complete_env_file as complete; complete()'

.PHONY: always
always:
