/**
 * It keeps of an erased recipient whom nothing may be sent to that this is so, since when and how it came about, by a keyed
 * hash of the number (decisions 17.6). It goes as soon as the account meets the number again, and the contact that is
 * made then carries it on.
 */
import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Digest from "../value/Digest.ts"
import { AccountId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import type { Account } from "./Account.ts"
import { ConsentSource } from "./ConsentRecord.ts"
import * as Kind from "./Kind.ts"

const OptOut = Schema.Struct({ at: Instant, source: ConsentSource })

export const SuppressionHash = Schema.Struct({
  account: AccountId,
  /** The id of the key that the hash was made with. */
  key: Schema.String,
  hash: Schema.String,
  /** Absent: the recipient has not opted out. */
  optOut: Schema.optionalKey(OptOut),
  /** The purposes that the recipient has opted out of, by their names; absent: of none. Opt-ins are not kept. */
  purposes: Schema.optionalKey(Schema.Record(Schema.String, OptOut)),
  /** Since when the number is on the suppression list; absent: it is not. */
  suppressedAt: Schema.optionalKey(Instant)
})
export type SuppressionHash = typeof SuppressionHash.Type

type Name = Pick<SuppressionHash, "account" | "hash" | "key">

const keyOf = ({ account, hash, key }: Name): string => `${account}/${key}/${hash}`

export const SuppressionHashes = Kind.make({
  name: "suppression_hash",
  schema: SuppressionHash,
  key: keyOf
})

/** One of the keys that `Secrets.hashKeys` gives, as its id and the base64 of its bytes. */
const read = (text: string): readonly [id: string, bytes: Uint8Array] => {
  const colon = text.indexOf(":")
  const bytes = Base64.decode(text.slice(colon + 1))
  return [text.slice(0, colon), Result.getOrElse(bytes, () => new Uint8Array())]
}

/** Returns what a number of the account is called under each key, the newest key first; nothing where none was erased. */
export const names = (
  { id: account, suppressionHashes }: Pick<Account, "id" | "suppressionHashes">,
  phone: PhoneNumber
): ReadonlyArray<Name> =>
  (suppressionHashes?.keys ?? []).map((text) => {
    const [key, bytes] = read(text)
    return { account, key, hash: Digest.hmacSha256Hex(bytes, `${account}/${phone}`) }
  })

/** Returns the keys of the rows that may know the number. */
export const keys = (account: Pick<Account, "id" | "suppressionHashes">, phone: PhoneNumber): ReadonlyArray<string> =>
  names(account, phone).map(keyOf)
