"""A small web on this machine: what each of its addresses does is a function, and who asked for what is noted."""

import datetime
import ssl
import threading
import time
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, repeat

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from django.utils import timezone

from labsite.contrib.http.throttle import Turns

TRUSTED = ssl.create_default_context()  # once, as it reads all certificates of this machine


class Web(ThreadingHTTPServer):
    """``pages`` are statuses, or functions that are given the handler, by path; ``asked`` is what came, in order."""

    daemon_threads = True

    def __init__(self, secured_by=None):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages, self.asked, self.headers = {}, [], []
        if secured_by:
            self.socket = secured_by.wrap_socket(self.socket, server_side=True)

    def handle_error(self, request, client_address):
        """Those who ask go away whenever they like."""

    def address(self, path="/", host="127.0.0.1"):
        return f"http://{host}:{self.server_port}{path}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        self.server.asked.append((self.command, self.path))
        self.server.headers.append(dict(self.headers))
        page = self.server.pages.get(self.path, 404)
        if callable(page):
            page(self)
        else:
            self.say(page)

    do_HEAD = do_GET = answer

    def say(self, status, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args):
        pass


def on_this_machine(**options):
    """Return what someone who asks this small web is made of: they may ask this machine."""
    own = {"may_ask": lambda address: address == "127.0.0.1", "turns": Turns(pause=0), "trusted": TRUSTED}
    return {**own, "patience": 20, "deadline": 30, **options}


@contextmanager
def serving(**options):
    web = Web(**options)
    thread = threading.Thread(target=web.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield web
    finally:
        web.shutdown()
        web.server_close()
        thread.join()


def dripping(handler):
    """Send a byte now and then until nobody reads any more, so that no part of the answer is late."""
    with suppress(OSError):
        for byte in chain(b"HTTP/1.1 200 OK\r\nX-Long: ", repeat(ord("x"))):
            handler.wfile.write(bytes([byte]))
            handler.wfile.flush()
            time.sleep(0.2)


def self_signed(folder, name="localhost"):
    """Write a key and a certificate for a name of this machine into one file, and return that file's path."""
    key, own = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now, a_day = timezone.now(), datetime.timedelta(days=1)
    unsigned = x509.CertificateBuilder(
        own, own, key.public_key(), x509.random_serial_number(), now - a_day, now + a_day
    )
    certificate = (
        unsigned.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / f"{name}.pem"
    as_text = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(as_text + certificate.public_bytes(Encoding.PEM))
    return file
