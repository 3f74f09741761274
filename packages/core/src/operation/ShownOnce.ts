/**
 * A secret that an answer shows once. The reply stored for replays holds only its digest. A replay reads the secret
 * from its row again, and shows null when the row is gone or has another secret by then. A secret of which rows have
 * only a hash is kept with the reply, sealed, and the rows say whether it is still good.
 */
import type { Grounds } from "../commit/Grounds.ts"
import type { Needs } from "../commit/Needs.ts"
import type { Reply } from "../commit/Reply.ts"
import * as Digest from "../value/Digest.ts"

export interface ShownOnce<in Data, in Path> {
  /** The field of the data that holds the secret. */
  readonly field: string
  /** Whether the reply keeps the secret, since no row does. */
  readonly isKept?: true
  /** Returns the rows that hold the secret or its hash. */
  readonly needs: (asked: Asked<Data, Path>) => Needs
  /** Returns the secret as it is now. */
  readonly find: (asked: Asked<Data, Path>, grounds: Grounds) => string | null
}

/** A replay knows only this: the rest of the data, the path of the request, and what was withheld. */
export interface Asked<out Data, out Path> {
  readonly data: Data
  readonly path: Path
  readonly withheld: Withheld
}

export type Withheld = NonNullable<Reply["withheld"]>

/** The part of the declaration that tells a reply how to withhold a secret. */
export type Shown = Pick<ShownOnce<never, never>, "field" | "isKept">

/** Returns the JSON text without the secret, and the secret's digest; null when the data shows no secret. */
export const withhold = (
  json: string,
  { field, isKept }: Shown
): { readonly json: string; readonly withheld: Withheld } | null => {
  const data = JSON.parse(json) as { readonly [key: string]: unknown }
  const secret = data[field]
  if (typeof secret !== "string") return null
  const withheld = { field, digest: Digest.sha256(secret), ...(isKept === true ? { secret } : {}) }
  return { json: JSON.stringify({ ...data, [field]: null }), withheld }
}

/** Returns the original JSON text when the digest matches this secret, else the stored text. */
export const restore = (json: string, { digest, field }: Withheld, secret: string | null): string =>
  secret !== null && Digest.sha256(secret) === digest
    ? JSON.stringify({ ...(JSON.parse(json) as object), [field]: secret })
    : json
