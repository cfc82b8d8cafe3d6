"""A sale with the generated Python client: a request, the customer's approval, a capture.

    npm run clients -- python --out client
    npx tillkit service --ephemeral --demo --simulator --port 0 --ready-json > ready.json &
    PYTHONPATH=client python3 sale.py ready.json
"""

import json
import sys
import urllib.request
import uuid

from tillkit_client import ApiClient, ApiException, Configuration
from tillkit_client.api.payment_requests_api import PaymentRequestsApi
from tillkit_client.models.payment_create_body import PaymentCreateBody
from tillkit_client.models.payment_update_body import PaymentUpdateBody

with open(sys.argv[1], encoding="utf-8") as file:
    ready = json.loads(file.readline())
user = ready["users"][0]

client = ApiClient(Configuration(host=ready["base_url"]))
client.set_default_header("X-Svc-Merchant", ready["merchant"]["id"])
client.set_default_header("X-Svc-User", user["id"])
client.set_default_header("Authorization", "SECRET " + user["secret"])
payments = PaymentRequestsApi(client)

# The same pos_id and pos_tid find the same payment, so a lost reply is asked for again.
request = PaymentCreateBody(
    action="sale",
    currency="NOK",
    amount=12500,
    allow_credit=False,
    pos_id="register-1",
    pos_tid=uuid.uuid4().hex,
    customer=ready["customers"][0]["msisdn"],
)
created = payments.payment_create(payment_create_body=request)
again = payments.payment_create(payment_create_body=request)
assert again.id == created.id
print("requested", created.id)

# The simulator plays the customer. In a shop, the customer approves in the wallet.
address = f"{ready['simulator_url']}/payment_request/{created.id}/confirm/"
approval = urllib.request.Request(
    address, data=b"{}", headers={"Content-Type": "application/json"}
)
urllib.request.urlopen(approval).read()

outcome = payments.payment_outcome(created.id)
while outcome.status == "pending":
    outcome = payments.payment_outcome(created.id, wait=25)
print(outcome.status, outcome.auth_amount)

payments.payment_update(created.id, payment_update_body=PaymentUpdateBody(action="capture"))
outcome = payments.payment_outcome(created.id)
print(outcome.status, outcome.captures[0].amount)

try:
    payments.payment_update(created.id, payment_update_body=PaymentUpdateBody(action="abort"))
except ApiException as error:
    print("refused", error.status, json.loads(error.body)["error_type"])
