# Shorthands; each is one command of manage.py.
.PHONY: run check test walk soak lock

run:            ## set up and serve everything
	python3 manage.py up

check:          ## format, lint, types, imports and the fast tests
	python3 manage.py test format lint types imports pytest -- tests/unit

test:           ## everything
	python3 manage.py test

walk:           ## one message through the running product, step by step
	python3 manage.py test pytest -- tests/live -k walk

soak:           ## random crashes under load, against the running product
	python3 manage.py test pytest -- tests/crash

lock:           ## bring the lock files up to date with pyproject.toml
	requirements/lock
