/**
 * Certificates for tests, signed by their own key and made when they are needed, so that none lies in the repository.
 */
import { generateKeyPairSync, sign } from "node:crypto"

type Der = Buffer

const tlv = (tag: number, ...parts: ReadonlyArray<Der>): Der => {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

const sequence = (...parts: ReadonlyArray<Der>): Der => tlv(0x30, ...parts)
const bytes = (hex: string): Der => Buffer.from(hex, "hex")
const bitString = (content: Der): Der => tlv(0x03, bytes("00"), content)

const ecdsaWithSha256 = sequence(bytes("06082a8648ce3d040302"))
const commonName = bytes("0603550403")
const subjectAltName = bytes("0603551d11")

/** Of X.509's two forms of time, the one with two digits for the year. */
const utcTime = (millis: number): Der =>
  tlv(0x17, Buffer.from(`${new Date(millis).toISOString().replace(/[-:T]|\.\d+/g, "").slice(2)}`))

/** A key and a certificate for a host, both PEM, valid for an hour. */
export const selfSigned = (host: string): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const name = sequence(tlv(0x31, sequence(commonName, tlv(0x0c, Buffer.from(host)))))
  const hour = 3_600_000
  const content = sequence(
    tlv(0xa0, bytes("020102")),
    bytes("020101"),
    ecdsaWithSha256,
    name,
    sequence(utcTime(Date.now() - hour), utcTime(Date.now() + hour)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tlv(0xa3, sequence(sequence(subjectAltName, tlv(0x04, sequence(tlv(0x82, Buffer.from(host)))))))
  )
  const cert = sequence(content, ecdsaWithSha256, bitString(sign("sha256", content, privateKey)))
  const lines = cert.toString("base64").replace(/.{64}/g, "$&\n")
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
  }
}
