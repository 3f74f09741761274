/**
 * The error codes of the Cloud API: in answers to a request, and in the statuses of messages that have failed later. Meta
 * says what they mean; the table says what that means here.
 */
import type { FailureClass } from "@signalbox/core/FailureClass"

/** A code may ask to wait: `lane` is for the line of the sender, and `recipient` for this recipient alone. */
export interface Wait {
  readonly holds: "lane" | "recipient"
  /** In milliseconds, where the answer names no time. */
  readonly millis: number
}

export interface Meaning {
  readonly failure: FailureClass
  /** Nothing was sent, and it can be tried again after a while. A status with the code is a failure all the same. */
  readonly wait?: Wait
  /** The recipient takes no more marketing from this business. */
  readonly isOptOut?: boolean
  /** Meta's words may quote the credentials, so none of them are kept. */
  readonly isPrivate?: boolean
}

const of = (failure: FailureClass, more: Omit<Meaning, "failure"> = {}) => (...codes: ReadonlyArray<number>) =>
  codes.map((code): readonly [number, Meaning] => [code, { failure, ...more }])

const lane = (millis: number): Omit<Meaning, "failure"> => ({ wait: { holds: "lane", millis } })

/** One message to a recipient is allowed every six seconds, as Meta publishes. */
const pairRate = 6000

export const table: ReadonlyMap<number, Meaning> = new Map([
  // What was sent fast: for the number, for the app and for the business account, and for one recipient.
  ...of("rate_limited", lane(1000))(130429),
  ...of("rate_limited", lane(60_000))(4, 80007, 80008),
  ...of("rate_limited", { wait: { holds: "recipient", millis: pairRate } })(131056),

  // The recipient.
  ...of("recipient_not_on_channel")(131026),
  ...of("invalid_number")(131021),
  ...of("carrier_filtered", { isOptOut: true })(131050),
  ...of("handset_unreachable")(131043),

  // Not by this route: outside the window of 24 hours, held back by Meta, or by a template that cannot be used now.
  ...of("undeliverable_by_route")(131030, 131047, 131049, 130472, 132001, 132015, 132016, 132068, 132069),
  ...of("undeliverable_by_route")(134011, 134100, 134101, 134102),
  ...of("no_route_to_network")(130497),

  // The number or the business account.
  ...of("sender_refused")(33, 368, 131031, 131037, 131042, 131045, 131048, 133005, 133006, 133010),

  // The content.
  ...of("content_not_acceptable")(100, 131008, 131009, 131051, 131052, 131053),
  ...of("content_not_acceptable")(132000, 132005, 132007, 132012, 132018),

  // Meta, or the credentials: another carrier may do it.
  ...of("provider_unavailable")(1, 2, 131000, 131016, 131057, 133004),
  ...of("provider_unavailable", { isPrivate: true })(0, 3, 10, 190, 131005)
])

/** The permissions of the API have a range of codes. */
const permissions: Meaning = { failure: "provider_unavailable", isPrivate: true }

/** Returns what a code means; null for one that is not known. */
export const meaning = (code: number): Meaning | null =>
  table.get(code) ?? (code >= 200 && code <= 299 ? permissions : null)
