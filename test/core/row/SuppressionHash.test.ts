/**
 * Each key of an account gives an erased recipient a name, the newest key the first one (decisions 17.6).
 */
import * as SuppressionHash from "@signalbox/core/internal/row/SuppressionHash"
import { createHmac } from "node:crypto"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const account = Given.accountId(1)
const phone = Given.phone(1)
const base64 = (text: string): string => Buffer.from(text).toString("base64")
const hash = (key: string): string => createHmac("sha256", key).update(`${account}/${phone}`).digest("hex")

it("a recipient is called under each key of the account, and nothing where it has none", () => {
  const texts = [`k2:${base64("newer")}`, `k1:${base64("older")}`, "k0:no base64"]
  const known = Given.account({ suppressionHashes: { since: Given.now, keys: texts } })
  // A key that cannot be read is one of no bytes: what it names is found by nobody, and the others are found.
  const hashes = [["k2", "newer"], ["k1", "older"], ["k0", ""]] as const
  expect(SuppressionHash.names(known, phone)).toStrictEqual(
    hashes.map(([key, bytes]) => ({ account, key, hash: hash(bytes) }))
  )
  expect(SuppressionHash.keys(known, phone)).toStrictEqual(
    hashes.map(([key, bytes]) => `${account}/${key}/${hash(bytes)}`)
  )
  for (const unknown of [Given.account(), Given.account({ suppressionHashes: { since: Given.now } })]) {
    expect([SuppressionHash.names(unknown, phone), SuppressionHash.keys(unknown, phone)]).toStrictEqual([[], []])
  }
})
