/**
 * Verifies a delivery as Standard Webhooks say, with Node's own cryptography and nothing of the service's.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import type { Verify } from "../../http/SignatureSuite.ts"

const toleranceSeconds = 300

export const verify: Verify = (secret, body, { id, signature, timestamp }) => {
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) throw new Error("the time of it is wrong")
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64")
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest()
  const signatures = signature.split(" ").flatMap((each) => each.startsWith("v1,") ? [each.slice("v1,".length)] : [])
  const isRight = signatures.some((each) => {
    const given = Buffer.from(each, "base64")
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isRight) throw new Error("the signature is wrong")
}
