FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    AGENCY_STATE=/var/lib/agency AGENCY_HOST=0.0.0.0 AGENCY_PORT=8000

RUN useradd --system --uid 10001 --home-dir /var/lib/agency --create-home agency
WORKDIR /srv/agency
COPY requirements/base.txt requirements/base.txt
RUN pip install --no-cache-dir --require-hashes --no-deps --requirement requirements/base.txt \
    && python -m compileall -q "$(python -c 'import site; print(site.getsitepackages()[0])')"
COPY manage.py ./
COPY framework framework
COPY agency agency
COPY templates templates
COPY static static
RUN python -m compileall -q framework agency

USER agency
VOLUME /var/lib/agency
EXPOSE 8000
STOPSIGNAL SIGTERM
CMD ["python", "-m", "framework.server.web"]
