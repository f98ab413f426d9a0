# Two stages: the first has pip and fills an environment hash by hash, the second only takes it.
FROM python:3.11-slim-bookworm AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /src
RUN python -m venv /opt/tilewright/venv
COPY requirements/postgres.txt requirements/postgres.txt
RUN /opt/tilewright/venv/bin/pip install --require-hashes --only-binary :all: -r requirements/postgres.txt
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY rules rules
COPY lexicon_tools lexicon_tools
COPY serving serving
COPY solver_worker solver_worker
COPY gateway gateway
COPY cli cli
RUN /opt/tilewright/venv/bin/pip install --no-deps --no-build-isolation .

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /var/lib/tilewright --create-home tilewright \
    && install -d -o tilewright -g tilewright \
       /var/lib/tilewright/lexicons /var/lib/tilewright/cache /var/lib/tilewright/layouts
COPY --from=build /opt/tilewright/venv /opt/tilewright/venv
COPY web /opt/tilewright/web
ENV PATH=/opt/tilewright/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    TILEWRIGHT_DATA_DIR=/var/lib/tilewright \
    TILEWRIGHT_WEB_DIR=/opt/tilewright/web \
    TILEWRIGHT_GATEWAY_HOST=0.0.0.0 \
    TILEWRIGHT_WORKER_HOST=0.0.0.0
WORKDIR /var/lib/tilewright
USER tilewright
EXPOSE 8000 8001
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/livez', timeout=2)"]
ENTRYPOINT ["tilewright"]
CMD ["run"]
