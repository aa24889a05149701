# The site in a container, with what several machines need. docs/containers.md says how it is started.
FROM debian:bookworm-slim AS build
# The packages are of whatever version the distribution has: its mended ones.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --no-install-recommends --yes binutils fonts-noto-cjk libharfbuzz-bin python3-pip python3-venv
# Letters of Chinese, Japanese and Korean for documents as PDF: the third font of the file, which has them as China
# writes them, without hints for screens. The shapes of other countries would be as much again.
RUN hb-subset /usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc --face-index=2 --unicodes='*' \
    --layout-features-=locl --no-hinting --output-file=/srv/NotoSerifCJKsc-Regular.otf
WORKDIR /srv/labsite
COPY deploy/requirements.txt deploy/
# What nobody needs of the packages would be more than a quarter of the site: other languages, services than S3 and
# ways to sign in; maps; what only compilers, linkers and translators read; images that nobody can upload; what compares
# trees; and code a second time for newer processors.
RUN python3 -m venv --without-pip .venv \
    && pip --python .venv/bin/python install --no-cache-dir --no-compile --require-hashes -r deploy/requirements.txt \
    && find .venv -type d '(' -name LC_MESSAGES ! -path '*/en*/*' ! -path '*/zh_Hans/*' \
        -o -path '*/boto*/data/*' ! -path '*/s3*' ! -path '*/sts*' \
        -o -path '*/providers/*' ! -path '*/base*' ! -path '*/oauth*' ! -path '*/openid_connect*' \
        -o -path '*/contrib/gis' -o -name default-docx-template ')' -prune -exec rm -r {} + \
    && find .venv -type f '(' -name '*.p[xy][dix]' -o -name '*.h' -o -name '*.po' -o -name '*avif*.so*' \
        -o -name 'objectify*.so' -o -name '*diff.*.so' -o -name '*_avx2.*' ')' -delete \
    && find .venv -type f -name '*.so*' -exec strip --strip-unneeded {} +
COPY . .
# What the site imports, on several machines too and when it is needed, is compiled by that.
RUN export ENV_FILE=/dev/null SECRET_KEY=only-while-the-image-is-made ALLOWED_HOSTS=localhost \
    && .venv/bin/python manage.py collectstatic --no-input --verbosity 0 \
    && DATABASE_URL=postgres://database CACHE_URL=redis://cache S3_BUCKET=lab .venv/bin/python manage.py check \
    && .venv/bin/python manage.py shell --verbosity 0 --command 'import docx, justhtml, labsite.texts.markdown_parser, \
        lxml.builder, openpyxl, rapidfuzz.distance, rapidfuzz.process, typst, xlsxwriter' \
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
    && rm -rf /var/lib/apt/lists/* /usr/lib/python3*/pydoc_data /usr/lib/python3*/test \
    && adduser --system --group --uid 10001 --home /var/lib/labsite labsite \
    && install --directory --owner 10001 --mode 0700 /var/backups/labsite \
    && install --directory --owner 10001 /srv/static
COPY --from=build /srv/NotoSerifCJKsc-Regular.otf /usr/share/fonts/opentype/noto/
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
