# Short names for the scripts; each of them also works without make.
# PRESET: default, debug or asan. JOBS: parallel compile jobs.
PRESET ?= default
PREFIX ?= /usr/local
BUILD := $(if $(filter default,$(PRESET)),build,build-$(PRESET))

.PHONY: help demo test build format docs install lint clean

help:
	@echo "make demo     install what is missing, build, compile examples/ to PTX,"
	@echo "              check them on the CPU, show what was staged"
	@echo "make test     install what is missing, build, run every test"
	@echo "make build    install what is missing, build"
	@echo "make format   format the sources in place"
	@echo "make docs     build, regenerate docs/reference"
	@echo "make lint     what CI checks: formatting, clang-tidy, generated docs, tests"
	@echo "make install  install into PREFIX (default $(PREFIX))"
	@echo "PRESET=default|debug|asan chooses the build."

demo:
	@scripts/demo.sh

test:
	@scripts/test.sh $(PRESET)

build:
	@scripts/build.sh $(PRESET)

format:
	@scripts/install-deps.sh --lint
	@scripts/format.sh

docs: build
	@python3 scripts/generate-docs.py

lint:
	@.ci/run

install: build
	@cmake --install $(BUILD) --prefix $(PREFIX)

clean:
	@rm -rf build build-debug build-asan
