"""Answers each line of the standard input, a delivery as tab-separated fields, with true or false."""
import base64
import importlib.util
import sys

spec = importlib.util.spec_from_file_location("verifier", sys.argv[1])
verifier = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verifier)

for line in sys.stdin:
    secret, webhook, sent, signature, body, now = line.rstrip("\n").split("\t")
    headers = {"x-webhook-id": webhook, "x-webhook-timestamp": sent, "x-webhook-signature": signature}
    print("true" if verifier.verify(secret, headers, base64.b64decode(body), int(now)) else "false")
