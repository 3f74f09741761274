/**
 * A secret that an answer shows once. The reply stored for replays holds only its digest. A replay reads the secret
 * from its row again, and shows null when the row is gone or has another secret by then.
 */
import type { Facts } from "../commit/Facts.ts"
import type { Needs } from "../commit/Needs.ts"
import type { Reply } from "../commit/Reply.ts"
import * as Digest from "../value/Digest.ts"

export interface ShownOnce<in Data, in Path> {
  /** The field of the data that holds the secret. */
  readonly field: string
  /** Returns the rows that hold the secret, given the rest of the data and the path of the request. */
  readonly needs: (data: Data, path: Path) => Needs
  /** Returns the secret that the rows hold now. */
  readonly find: (data: Data, facts: Facts, path: Path) => string | null
}

export type Withheld = NonNullable<Reply["withheld"]>

/** Returns the JSON text without the secret, and the secret's digest; null when the data shows no secret. */
export const withhold = (
  json: string,
  field: string
): { readonly json: string; readonly withheld: Withheld } | null => {
  const data = JSON.parse(json) as { readonly [key: string]: unknown }
  const secret = data[field]
  return typeof secret === "string"
    ? { json: JSON.stringify({ ...data, [field]: null }), withheld: { field, digest: Digest.sha256(secret) } }
    : null
}

/** Returns the original JSON text when the digest matches this secret, else the stored text. */
export const restore = (json: string, { digest, field }: Withheld, secret: string | null): string =>
  secret !== null && Digest.sha256(secret) === digest
    ? JSON.stringify({ ...(JSON.parse(json) as object), [field]: secret })
    : json
