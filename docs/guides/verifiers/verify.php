<?php

/** Tells whether Signalbox has signed these bytes within the last five minutes. Names of headers are in lower case. */
function verify(string $secret, array $headers, string $body, ?int $now = null): bool
{
    $sent = $headers['x-webhook-timestamp'] ?? '';
    if (!preg_match('/^[0-9]{1,12}$/D', $sent) || abs(($now ?? time()) - (int) $sent) > 300) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $signed = ($headers['x-webhook-id'] ?? '') . ".$sent.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    $right = array_filter(
        explode(' ', $headers['x-webhook-signature'] ?? ''),
        fn (string $each): bool => hash_equals($expected, $each)
    );
    return $right !== [];
}
