# `make demo` and `make test` set up everything they need in .venv; PYTHON chooses the interpreter.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
GO_PACKAGE := module=go-duck,Mreferee.proto=go-duck/refereepb

.PHONY: help demo test setup lint types proto bots bench clean

help:
	@echo "make demo   submit the sample bots, play a round-robin, show the ratings"
	@echo "make test   lint, types and tests"
	@echo "make bench  the published figures"
	@echo "make bots   build the sample bots of every language whose tools are here"
	@echo "make proto  renew the generated protocol files (needs Go)"
	@echo "make clean  remove the virtual environment and the demo's data"

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "hearts-arena needs Python 3.11 or newer: make PYTHON=python3.12 ..."; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev,fast]'
	@touch $@

setup: $(READY)

demo: $(READY)
	$(BIN)/python -m ladder.demo

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

test: lint types
	$(BIN)/pytest -n auto

bench: $(READY)
	$(BIN)/python -m benchmarks.engine --games
	$(BIN)/python -m benchmarks.throughput
	$(BIN)/python -m benchmarks.ladder_statistics

bots: $(READY)
	@$(BIN)/python -m sample_bots.build

proto: $(READY)
	$(BIN)/python -m grpc_tools.protoc -I. --python_out=. --pyi_out=. --grpc_python_out=. \
	  protocol/referee.proto
	find sample_bots -name referee.proto -not -path '*/.*' -exec cp protocol/referee.proto {} \;
	cd sample_bots/go-duck && go build -o .build/ tool
	cd sample_bots/go-duck && $(CURDIR)/$(BIN)/python -m grpc_tools.protoc -Iproto \
	  --plugin=.build/protoc-gen-go --go_out=. --go_opt=$(GO_PACKAGE) \
	  --plugin=.build/protoc-gen-go-grpc --go-grpc_out=. --go-grpc_opt=$(GO_PACKAGE) referee.proto

clean:
	rm -rf $(VENV) demo-data
