import base64
import hashlib
import hmac
import re
import time


def verify(secret, headers, body, now=None):
    """Tells whether Signalbox has signed these bytes within the last five minutes. Names of headers are in lower case."""
    sent = headers.get("x-webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", sent) or abs((now or time.time()) - int(sent)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers.get('x-webhook-id', '')}.{sent}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    shown = headers.get("x-webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected, each.encode()) for each in shown)
