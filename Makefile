# Quesai: `make run` is all that a newcomer needs. It installs into .venv here and keeps its data in var/.
.DEFAULT_GOAL := help
VENV := .venv/bin
.PHONY: help setup dev run test lint format messages

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 16

setup: ## install what the program runs on
	@bin/setup

dev:
	@bin/setup dev

run: setup ## start the server (PORT=8001 for another port, HOST=0.0.0.0 to let phones in)
	@exec $(VENV)/python manage.py serve

test: dev ## run all tests, a real browser included
	@bin/browser
	@$(VENV)/pytest -n 3 --dist worksteal $(ARGS)

lint: dev ## style, types, forgotten migrations
	@$(VENV)/ruff check .
	@$(VENV)/ruff format --check .
	@$(VENV)/mypy .
	@$(VENV)/python manage.py makemigrations --check --dry-run

format: dev ## put the code into its form
	@$(VENV)/ruff check --fix .
	@$(VENV)/ruff format .

messages: dev ## collect the sentences to translate (with gettext), compile the translations
	@$(VENV)/python bin/messages
