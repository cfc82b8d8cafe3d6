"""Signed requests, callbacks and a refreshed token, with Python's urllib and one library for RSA.

    pip install cryptography            # on Debian: apt-get install python3-cryptography
    npx tillkit service --ephemeral --demo --simulator --port 0 --ready-json > ready.json &
    python3 signed.py ready.json
"""

import base64
import hashlib
import http.server
import json
import queue
import sys
import threading
import urllib.parse
import urllib.request
import uuid
from datetime import datetime, timezone

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding


def digest(body):
    """The digest header's value; a request without a body has one too."""
    return "SHA256=" + base64.b64encode(hashlib.sha256(body).digest()).decode()


def signed_text(method, url, headers):
    """METHOD|URL|HEADERS with all X-Svc- headers: names in capitals, sorted by name."""
    own = {name.upper(): value for name, value in headers.items() if name.upper().startswith("X-SVC-")}
    pairs = "&".join(f"{name}={value}" for name, value in sorted(own.items()))
    return f"{method.upper()}|{url}|{pairs}"


def signature(private_key, text):
    """RSASSA-PKCS1-v1_5 with SHA-256, in base64."""
    raw = private_key.sign(text.encode(), padding.PKCS1v15(), hashes.SHA256())
    return base64.b64encode(raw).decode()


def is_signed(public_key, text, authorization, body, digest_header):
    """Whether a callback is genuine: its digest and its signature are right."""
    scheme, _, value = authorization.partition(" ")
    try:
        public_key.verify(base64.b64decode(value), text.encode(), padding.PKCS1v15(), hashes.SHA256())
    except (InvalidSignature, ValueError):
        return False
    return scheme == "RSA-SHA256" and digest(body) == digest_header


def fetch(url, method="GET", headers=None, body=None):
    """The reply as JSON, or None if it is empty. A refusal is an HTTPError with a status."""
    request = urllib.request.Request(url, method=method, headers=headers or {}, data=body)
    with urllib.request.urlopen(request) as reply:
        text = reply.read()
    return json.loads(text) if text else None


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        ready = json.loads(file.readline())
    user = next(one for one in ready["users"] if "private_key_pem" in one)
    private_key = serialization.load_pem_private_key(user["private_key_pem"].encode(), None)
    public_key = serialization.load_pem_public_key(
        urllib.request.urlopen(ready["callback_key_url"]).read()
    )

    def call(method, path, value=None):
        """One signed request."""
        url = ready["base_url"] + path
        body = b"" if value is None else json.dumps(value).encode()
        headers = {
            "X-Svc-Merchant": ready["merchant"]["id"],
            "X-Svc-User": user["id"],
            "X-Svc-Timestamp": datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M:%S"),
            "X-Svc-Content-Digest": digest(body),
        }
        text = signed_text(method, url, headers)
        headers["Authorization"] = "RSA-SHA256 " + signature(private_key, text)
        headers["Content-Type"] = "application/json"
        return fetch(url, method, headers, body or None)

    def customer(path):
        """The simulator plays the customer."""
        headers = {"Content-Type": "application/json"}
        fetch(ready["simulator_url"] + path, "POST", headers, b"{}")

    # A receiver of callbacks. Its public address is the beginning of each callback_uri.
    heard = queue.Queue()

    class Receiver(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            # The address as the service sent it: the public origin and the request's own target.
            text = signed_text("POST", public_address + self.path, dict(self.headers))
            own = is_signed(
                public_key,
                text,
                self.headers["Authorization"],
                body,
                self.headers["X-Svc-Content-Digest"],
            )
            self.send_response(204 if own else 401)
            self.end_headers()
            heard.put(json.loads(body)["meta"]["event"] if own else "forged")

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    public_address = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()

    # A point of sale needs a signature.
    pos = "counter-" + uuid.uuid4().hex[:8]
    call("POST", "/pos/", {"id": pos, "name": "Counter", "type": "store"})
    print("point of sale:", call("GET", f"/pos/{pos}/")["name"])

    sale = {
        "action": "sale",
        "currency": "NOK",
        "amount": 12500,
        "allow_credit": False,
        "pos_id": pos,
        "pos_tid": uuid.uuid4().hex,
        "customer": ready["customers"][0]["msisdn"],
        "callback_uri": public_address + "/events?shop=1",
    }
    payment = "/payment_request/" + call("POST", "/payment_request/", sale)["id"] + "/"
    customer(payment + "confirm/")
    print("callback:", heard.get(timeout=20))

    call("PUT", payment, {"action": "capture"})
    # So does a refund.
    refund = {"action": "refund", "refund_id": "r1", "amount": 2500, "additional_amount": 0}
    call("PUT", payment, {**refund, "currency": "NOK", "text": "One cup was cold"})
    print("refunded:", call("GET", payment + "outcome/")["refunds"][0]["amount"])

    # A permission has an access token for an hour and a refresh token for 90 days.
    asked = {
        "pos_id": pos,
        "pos_tid": uuid.uuid4().hex,
        "customer": ready["customers"][0]["msisdn"],
        "scope": "openid phone",
    }
    permission = "/permission_request/" + call("POST", "/permission_request/", asked)["id"] + "/"
    customer(permission + "accept/")
    granted = call("GET", permission + "outcome/")
    # The merchant itself is the client: the credentials are those of one of its users.
    form = {"grant_type": "refresh_token", "refresh_token": granted["refresh_token"]}
    renewed = fetch(
        ready["base_url"].removesuffix("/merchant/v1") + "/oauth2/token",
        "POST",
        {
            "X-Svc-Merchant": ready["merchant"]["id"],
            "X-Svc-User": user["id"],
            "Authorization": "SECRET " + user["secret"],
            "Content-Type": "application/x-www-form-urlencoded",
        },
        urllib.parse.urlencode(form).encode(),
    )
    print("token renewed:", renewed["access_token"] != granted["access_token"])
    server.shutdown()


if __name__ == "__main__":
    main()
