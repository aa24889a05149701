# The site in a container, with what several machines need. docs/deploying.md says how it is started.
FROM python:3.12-slim-bookworm AS build
WORKDIR /srv/labsite
COPY deploy/requirements.txt deploy/
# Of what the packages bring along, other languages and other services than S3 would be a fifth of the image.
RUN python -m venv --without-pip .venv \
    && pip --python .venv/bin/python install --no-cache-dir --require-hashes -r deploy/requirements.txt \
    && find .venv -type d -name LC_MESSAGES ! -path '*/en*/*' ! -path '*/zh_Hans/*' -prune -exec rm -r {} + \
    && find .venv -path '*/botocore/data/*' -type d ! -path '*/s3*' ! -path '*/sts*' -prune -exec rm -r {} +
COPY . .
RUN ENV_FILE=/dev/null SECRET_KEY=only-while-the-image-is-made ALLOWED_HOSTS=localhost \
    .venv/bin/python manage.py collectstatic --no-input --verbosity 0 \
    && .venv/bin/python -m compileall -q labsite people publications services

FROM python:3.12-slim-bookworm
# Python writes the site's log at once; its data are in one folder, and the site's user owns nothing else.
ENV PYTHONUNBUFFERED=1 \
    PATH=/srv/labsite/.venv/bin:$PATH \
    ENV_FILE=/dev/null \
    DATABASE_URL=sqlite:////var/lib/labsite/lab.sqlite3 \
    MEDIA_ROOT=/var/lib/labsite/media
# Chinese letters for documents as PDF, of whatever version the distribution has.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --no-install-recommends --yes fonts-noto-cjk \
    && rm -rf /var/lib/apt/lists/*
RUN adduser --system --group --uid 10001 --home /var/lib/labsite labsite \
    && install --directory --owner 10001 --mode 0700 /var/backups/labsite \
    && install --directory --owner 10001 /srv/static
COPY --from=build /srv/labsite /srv/labsite
WORKDIR /srv/labsite
USER 10001:10001
VOLUME /var/lib/labsite
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD \
    ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=9)"]
CMD ["granian", "--interface", "wsgi", "--host", "0.0.0.0", "--port", "8000", \
    "--workers", "2", "--blocking-threads", "8", "--backpressure", "64", "--respawn-failed-workers", \
    "--workers-max-rss", "1024", "--workers-kill-timeout", "20", "--respawn-interval", "10", \
    "labsite.wsgi:application"]
