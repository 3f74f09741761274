<?php

// Answers each line of the standard input, a delivery as tab-separated fields, with true or false.
require $argv[1];

while (($line = fgets(STDIN)) !== false) {
    [$secret, $webhook, $sent, $signature, $body, $now] = explode("\t", rtrim($line, "\n"));
    $headers = ['x-webhook-id' => $webhook, 'x-webhook-timestamp' => $sent, 'x-webhook-signature' => $signature];
    echo verify($secret, $headers, base64_decode($body), (int) $now) ? "true\n" : "false\n";
}
