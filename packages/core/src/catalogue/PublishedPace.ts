/**
 * How many parts of messages a second the networks of a country take from one sender, by its kind, as those publish who
 * connect to them (decisions 18.6 has the sources). A kind or a country that is not here has no published pace.
 */
import type { Channel } from "../value/Channel.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import { isE164, numberTypeOf } from "../value/PhoneNumber.ts"

export const kinds = ["long code", "toll-free", "short code"] as const
export type SenderKind = (typeof kinds)[number]

type Paces = { readonly [Kind in SenderKind]?: { readonly [On in Channel]?: number } }

/** In the United States a long code is a registered 10DLC number. */
export const published: Readonly<Record<string, Paces>> = {
  US: {
    "long code": { sms: 1, mms: 1 },
    "toll-free": { sms: 3, mms: 3 },
    "short code": { sms: 100, mms: 40 }
  },
  CA: {
    "long code": { sms: 1, mms: 1 },
    "toll-free": { sms: 3, mms: 3 },
    "short code": { sms: 100, mms: 40 }
  }
}

/** Returns the kind of a sender, or null when it is one of letters. */
export const kindOf = (sender: string): SenderKind | null => {
  if (isE164(sender)) return numberTypeOf(sender as PhoneNumber) === "toll_free" ? "toll-free" : "long code"
  return /^\d{3,8}$/.test(sender) ? "short code" : null
}

/** Returns how many parts a second leave from the sender, or null when nobody has published that. */
export const of = (sender: string, country: string, channel: Channel): number | null => {
  const kind = kindOf(sender)
  return kind === null ? null : published[country]?.[kind]?.[channel] ?? null
}
