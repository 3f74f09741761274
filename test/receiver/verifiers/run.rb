# Answers each line of the standard input, a delivery as tab-separated fields, with true or false.
require File.expand_path(ARGV.shift)

$stdin.each_line do |line|
  secret, webhook, sent, signature, body, now = line.chomp.split("\t", -1)
  headers = { "x-webhook-id" => webhook, "x-webhook-timestamp" => sent, "x-webhook-signature" => signature }
  puts verify(secret, headers, body.unpack1("m0"), now.to_i)
end
