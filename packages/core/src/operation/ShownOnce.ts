/**
 * A secret that an answer shows once. The reply that is kept for replays leaves it out and names its digest; a replay
 * reads it again from the row that it stands in, and shows null when the row is gone or has another one by then.
 */
import type { Facts } from "../commit/Facts.ts"
import type { Needs } from "../commit/Needs.ts"
import type { Reply } from "../commit/Reply.ts"
import * as Digest from "../value/Digest.ts"

export interface ShownOnce<in Data> {
  /** Its field in the data. */
  readonly field: string
  /** The rows that it is found in, by what else the data says. */
  readonly needs: (data: Data) => Needs
  /** The secret that stands there now. */
  readonly find: (data: Data, facts: Facts) => string | null
}

export type Withheld = NonNullable<Reply["withheld"]>

/** The JSON text of the data without its secret, and what tells that secret again; null when it shows none. */
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

/** The JSON text as it was, if this is the secret that was left out; otherwise as it was kept. */
export const restore = (json: string, { digest, field }: Withheld, secret: string | null): string =>
  secret !== null && Digest.sha256(secret) === digest
    ? JSON.stringify({ ...(JSON.parse(json) as object), [field]: secret })
    : json
