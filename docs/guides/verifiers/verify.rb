require "openssl"

# Tells whether Signalbox has signed these bytes within the last five minutes. Names of headers are in lower case.
def verify(secret, headers, body, now = Time.now.to_i)
  sent = headers.fetch("x-webhook-timestamp", "")
  return false unless sent.match?(/\A[0-9]{1,12}\z/) && (now - sent.to_i).abs <= 300

  key = secret.delete_prefix("whsec_").unpack1("m0")
  signed = "#{headers.fetch("x-webhook-id", "")}.#{sent}.".b + body.b
  expected = "v1,#{[OpenSSL::HMAC.digest("SHA256", key, signed)].pack("m0")}"
  headers.fetch("x-webhook-signature", "").split(" ").any? { |each| OpenSSL.secure_compare(expected, each) }
end
