"""A sale with Python's standard library alone: a request, the customer's approval, a capture.

    npx tillkit service --ephemeral --demo --simulator --port 0 --ready-json > ready.json &
    python3 sale.py ready.json
"""

import json
import sys
import urllib.error
import urllib.request
import uuid

with open(sys.argv[1], encoding="utf-8") as file:
    ready = json.loads(file.readline())
user = ready["users"][0]


def call(method, path, body=None):
    """The reply's body, or None if it is empty. A refusal is an HTTPError with a status."""
    request = urllib.request.Request(
        ready["base_url"] + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Content-Type": "application/json",
            "X-Svc-Merchant": ready["merchant"]["id"],
            "X-Svc-User": user["id"],
            "Authorization": "SECRET " + user["secret"],
        },
    )
    with urllib.request.urlopen(request) as reply:
        text = reply.read()
    return json.loads(text) if text else None


# The same pos_id and pos_tid find the same payment, so a lost reply is asked for again.
sale = {
    "action": "sale",
    "currency": "NOK",
    "amount": 12500,
    "allow_credit": False,
    "pos_id": "register-1",
    "pos_tid": uuid.uuid4().hex,
    "customer": ready["customers"][0]["msisdn"],
}
payment = "/payment_request/" + call("POST", "/payment_request/", sale)["id"] + "/"
print("requested")

# The simulator plays the customer. In a shop, the customer approves in the wallet.
approval = urllib.request.Request(
    ready["simulator_url"] + payment + "confirm/",
    data=b"{}",
    headers={"Content-Type": "application/json"},
)
urllib.request.urlopen(approval).read()

outcome = call("GET", payment + "outcome/")
while outcome["status"] == "pending":
    outcome = call("GET", payment + "outcome/?wait=25")
print(outcome["status"], outcome["auth_amount"])

call("PUT", payment, {"action": "capture"})
outcome = call("GET", payment + "outcome/")
print(outcome["status"], outcome["captures"][0]["amount"])

try:
    call("PUT", payment, {"action": "abort"})
except urllib.error.HTTPError as error:
    print("refused", error.code, json.loads(error.read())["error_type"])
