/**
 * A carrier over HTTP: it hands messages over to a provider, and takes the provider's callbacks.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import type { CallbackRequest, Carrier, Failure, SubmitAnswer } from "signalbox"
import { carrier } from "signalbox"

export interface Settings {
  readonly url: () => string
  readonly secret: string
}

/** The classes of failure that the provider's words stand for. */
const states: Readonly<Record<string, { readonly status: "delivered" | "failed"; readonly failure?: Failure }>> = {
  DELIVRD: { status: "delivered" },
  UNDELIV: { status: "failed", failure: "handset_unreachable" },
  REJECTD: { status: "failed", failure: "carrier_filtered" }
}

const answerOf = async (response: Response): Promise<SubmitAnswer> => {
  if (response.status === 429) {
    const seconds = Number(response.headers.get("retry-after") ?? 1)
    return { busyUntil: new Date(Date.now() + seconds * 1000) }
  }
  const text = await response.text()
  if (response.status === 422) return { refused: "invalid_number", code: "422", text }
  // Nobody knows what the provider did: what is thrown is never handed over again, and the receipt decides.
  if (!response.ok) throw new Error(`the provider answered ${response.status}`)
  return (JSON.parse(text) as { readonly id: string }).id
}

/** Compares in constant time, over the bytes as they came. */
const isTheirs = ({ body, headers }: CallbackRequest, secret: string): boolean => {
  const expected = createHmac("sha256", secret).update(body).digest()
  const given = Buffer.from(headers["x-signature"] ?? "", "hex")
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export const acme = ({ secret, url }: Settings): Carrier =>
  carrier({
    id: "acme",
    channels: ["sms"],
    // The provider's contract: so many a second, and so many at the same time, over all nodes.
    pace: { perSecond: 50, inFlight: 10 },
    answersWithin: 10_000,
    submit: async ({ attempt, from, text, to }, signal) =>
      answerOf(
        await fetch(url(), {
          method: "POST",
          // The provider knows the reference again, should a node die and another one hand the message over once more.
          body: JSON.stringify({ reference: attempt, to, from, text }),
          signal
        })
      ),
    callback: (request) => {
      if (!isTheirs(request, secret)) return { response: { status: 403 } }
      const { id, status } = JSON.parse(new TextDecoder().decode(request.body)) as Record<"id" | "status", string>
      const state = states[status]
      // A word that is not known is taken, and told as it is.
      return { receipts: state === undefined ? [] : [{ reference: id, code: status, ...state }] }
    }
  })
