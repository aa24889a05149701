# The site in a container, with what several machines need. docs/containers.md says how it is started.
FROM debian:bookworm-slim AS build
# The packages are of whatever version the distribution has: its mended ones.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --no-install-recommends --yes binutils fonts-noto-cjk python3-pip python3-venv
WORKDIR /srv/labsite
COPY deploy/requirements.txt deploy/
# Of what the packages bring along, other languages, other services than S3, the linker's symbols and what only compilers
# read would be a quarter of the site.
RUN python3 -m venv --without-pip .venv \
    && pip --python .venv/bin/python install --no-cache-dir --no-compile --require-hashes -r deploy/requirements.txt \
    && find .venv -type d -name LC_MESSAGES ! -path '*/en*/*' ! -path '*/zh_Hans/*' -prune -exec rm -r {} + \
    && find .venv -path '*/botocore/data/*' -type d ! -path '*/s3*' ! -path '*/sts*' -prune -exec rm -r {} + \
    && find .venv -type f -name '*.p[xy][dix]' -delete \
    && find .venv -type f -name '*.so*' -exec strip --strip-unneeded {} +
COPY . .
# What the site imports, on several machines too, is compiled by that.
RUN export ENV_FILE=/dev/null SECRET_KEY=only-while-the-image-is-made ALLOWED_HOSTS=localhost \
    && .venv/bin/python manage.py collectstatic --no-input --verbosity 0 \
    && DATABASE_URL=postgres://database CACHE_URL=redis://cache S3_BUCKET=lab .venv/bin/python manage.py check \
    && .venv/bin/python -c 'import docx, openpyxl, xlsxwriter' \
    && .venv/bin/python -m compileall -q labsite people publications services

FROM debian:bookworm-slim
# Python writes the site's log at once; its data are in one folder, and the site's user owns nothing else.
ENV PYTHONUNBUFFERED=1 \
    PATH=/srv/labsite/.venv/bin:$PATH \
    LANG=C.UTF-8 \
    ENV_FILE=/dev/null \
    DATABASE_URL=sqlite:////var/lib/labsite/lab.sqlite3 \
    MEDIA_ROOT=/var/lib/labsite/media
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --no-install-recommends --yes ca-certificates python3 \
    && apt-get clean \
    && rm -rf /var/lib/apt/lists/* \
    && adduser --system --group --uid 10001 --home /var/lib/labsite labsite \
    && install --directory --owner 10001 --mode 0700 /var/backups/labsite \
    && install --directory --owner 10001 /srv/static
# Chinese, Japanese and Korean letters for documents as PDF: one of the four files, which Typst draws thicker for bold.
COPY --from=build /usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc /usr/share/fonts/opentype/noto/
COPY --from=build /usr/share/doc/fonts-noto-cjk/copyright /usr/share/doc/fonts-noto-cjk/
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
