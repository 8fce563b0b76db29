# Two commands are enough: `make run` and `make test`. `make help` lists the others.
.DEFAULT_GOAL := help
PORT ?= 8501
OLD_WEAVIATE := 1.34.4
PY := .venv/bin/python
PIP := $(PY) -m pip --disable-pip-version-check

HERE := $(shell cd "$$(dirname "$(strip $(MAKEFILE_LIST))")" && pwd -P)
ifneq ($(CURDIR),$(HERE))
# called by `make -f` from another folder, but every path below is relative to this one
GOALS := $(or $(MAKECMDGOALS),help)
.PHONY: $(GOALS)
$(GOALS):
	@$(MAKE) --no-print-directory -C "$(HERE)" $@
else

.PHONY: help run test lint test-old-weaviate clean

help:
	@echo "make run                 the library on http://localhost:$(PORT) (another port: make run PORT=8600)"
	@echo "make test                lint, then every test that this machine can run"
	@echo "make lint                ruff, the format, and the types"
	@echo "make test-old-weaviate   the tests that need a Weaviate, on $(OLD_WEAVIATE), the oldest that must work"
	@echo "make clean               removes the virtual environment and caches, never your library in .data"

run: .venv/requirements
	@$(PY) -m rag serve --port $(PORT)

test: lint
	@echo "Running the tests. Those that need a Weaviate start one of their own; the first time it is fetched or built."
	@$(PY) -m pytest

lint: .venv/requirements-dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy --strict rag

test-old-weaviate: .venv/requirements-dev
	@echo "Weaviate $(OLD_WEAVIATE) is fetched or built first where it is not there yet (2 to 10 minutes)."
	@TEST_WEAVIATE_VERSION=$(OLD_WEAVIATE) $(PY) -m pytest -m live

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# An environment that was cut off while it was made, or whose Python is gone, is made again.
ifneq ($(shell $(PY) -m pip --version >/dev/null 2>&1 && echo works),works)
.PHONY: $(PY)
endif
$(PY):
	@for python in $(if $(PYTHON),"$(PYTHON)",python3 python3.14 python3.13 python3.12 python3.11); do \
	  "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; python=; \
	done; \
	if [ -z "$$python" ]; then \
	  echo "No Python 3.11 or newer was found. Install one, or name it: make run PYTHON=/path/to/python3" >&2; exit 1; \
	fi; \
	echo "Making the virtual environment .venv with $$("$$python" --version) (some seconds) ..."; \
	"$$python" -m venv --clear .venv || { rm -rf .venv; \
	  echo "Python could not make it. On Debian and Ubuntu its venv is a package of its own: apt install python3-venv" >&2; \
	  exit 1; }

.venv/requirements: requirements.txt $(PY)
	@echo "Installing the packages of requirements.txt into .venv (the first time 1 to 3 minutes, 800 MB) ..."
	@$(PIP) install --quiet -r requirements.txt
	@touch $@

.venv/requirements-dev: requirements-dev.txt .venv/requirements
	@echo "Installing the packages of requirements-dev.txt into .venv (the first time up to a minute) ..."
	@$(PIP) install --quiet -r requirements-dev.txt
	@touch $@

endif
