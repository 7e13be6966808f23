"""Tollgate from Python: a token, a ban, a verified purchase, and the signature of a webhook.

Python 3.9 or later, standard library only. `python3 tollgate.py` bans and verifies;
`python3 tollgate.py check` checks the message in WEBHOOK_… of the environment.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.request

env = os.environ
TOLERANCE_SECONDS = 300


def post(url, body, headers=None):
    """Python's integers have any length: 64-bit player ids stay exact."""
    data = json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **(headers or {})}
    with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as response:
        return json.load(response)


def get_token():
    """Valid for an hour: keep it, and get a new one before it ends."""
    grant = {
        "grant_type": "client_credentials",
        "client_id": env["TOLLGATE_CLIENT_ID"],
        "client_secret": env["TOLLGATE_CLIENT_SECRET"],
    }
    return post(env["TOLLGATE_URL"] + "/oauth/token", grant)["access_token"]


def ban(token, player_id, block_type):
    body = {
        "appid": env["TOLLGATE_APPID"],
        "player_id": player_id,
        "status": "B",
        "block_type": block_type,
        "start_date": "2026-11-15 00:00:00",
        "end_date": "2099-12-15 00:00:00",
    }
    headers = {"X-Access-Token": token, "ISCRYPT": "0"}
    answer = post(env["TOLLGATE_URL"] + "/v2/game/block/set", body, headers)
    if answer["result_code"] != 0:
        raise RuntimeError(answer["result_msg"])


def verify(token, receipt, product_id, account_uuid):
    body = {
        "providerId": "APPLE",
        "requestType": 1,
        "productId": product_id,
        "accountUuid": account_uuid,
        "serviceReceipt": receipt,
    }
    headers = {"X-App-Id": env["TOLLGATE_APPID"], "Authorization": "Bearer " + token}
    return post(env["TOLLGATE_URL"] + "/payment/v1/purchase/verify", body, headers)["data"]


def is_genuine(key, message_id, timestamp, signatures, body):
    """Standard Webhooks. `body` is the bytes as they came."""
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = base64.b64encode(hmac.new(key.encode(), signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest("v1," + digest, each) for each in signatures.split(" "))


def check():
    body = env["WEBHOOK_BODY"].encode()
    message = (env["WEBHOOK_ID"], env["WEBHOOK_TIMESTAMP"], env["WEBHOOK_SIGNATURE"], body)
    if not is_genuine(env["WEBHOOK_KEY"], *message):
        print("forged")
        return
    print("genuine", *(each["player_id"] for each in json.loads(body)["data"]))


def main():
    token = get_token()
    player_id = 9007199254740993
    ban(token, player_id, int(env.get("TOLLGATE_BLOCK_TYPE", "1")))
    print("banned", player_id)

    # A player buys something: here at the emulator, in your game at the store.
    account = "a3b1c5d7-0000-4000-8000-00000000e001"
    sale = {"productId": "gem_1200", "price": 9990, "currency": "USD", "appAccountToken": account}
    receipt = post(env["EMULATOR_URL"] + "/control/apple/transactions", sale)["signedTransaction"]
    for _ in range(2):
        purchase = verify(token, receipt, "gem_1200", account)
        print("verified, duplicate:", str(purchase["serviceDuplicated"]).lower())


if __name__ == "__main__":
    check() if sys.argv[1:] == ["check"] else main()
