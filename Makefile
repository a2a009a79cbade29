# Shorthands; each is one command of manage.py.
.PHONY: run check test walk soak lock

run:            ## set up and serve everything
	python3 manage.py up

check:          ## format, lint, types, imports and the fast tests
	python3 manage.py test format lint types imports pytest -- tests/unit

test:           ## everything
	python3 manage.py test

walk:           ## one message and its answer through the running product
	python3 manage.py test pytest -- tests/live -k walk

soak:           ## the large worlds, the long searches and a storm of 300 runs: half an hour
	AGENCY_SOAK=1 python3 manage.py test pytest -- tests/machine tests/contract/test_socket_deaths.py
	.venv/bin/python -m tests.chaos --runs 300

lock:           ## bring the lock files up to date with pyproject.toml
	requirements/lock
