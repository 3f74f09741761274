/**
 * Plain values for the cases of the contracts: the same ones in every run, told apart by a number.
 */
import type { Count, Debit } from "@signalbox/core/Commit"
import { put } from "@signalbox/core/Commit"
import type { Event } from "@signalbox/core/Delivery"
import type { EventName } from "@signalbox/core/EventName"
import type { AccountId, ContactId, EventId, NodeId, WebhookId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { make as instant, plus } from "@signalbox/core/Instant"
import type { WorkKind } from "@signalbox/core/Jobs"
import { DispatchWork } from "@signalbox/core/Jobs"
import type { Ref, UniqueKey } from "@signalbox/core/Kind"
import { ref } from "@signalbox/core/Kind"
import { make as money } from "@signalbox/core/Money"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { ClaimToken, Reply } from "@signalbox/core/Reply"
import type { Row, Value } from "@signalbox/core/Row"
import { kinds } from "@signalbox/core/Row"
import { sandboxSecret } from "@signalbox/core/Secret"
import type { LaneTerms } from "@signalbox/core/Store"
import { Webhooks } from "@signalbox/core/Webhook"
import type { Due } from "@signalbox/core/Work"

export const now: Instant = instant(Date.UTC(2030, 0, 15, 12))

export const after = (millis: number): Instant => plus(now, millis)

/**
 * For what a claim must not return yet: the clocks of real stores go on between the moment for which a case asks and the
 * claim.
 */
export const minutes = (number: number): Instant => after(number * 60_000)

/** Ids of one kind of thing share a prefix. */
const id = (prefix: string, number: number): string =>
  `${prefix}-0000-7000-8000-${number.toString(16).padStart(12, "0")}`

export const account = (number: number): AccountId => id("aaaaaaaa", number) as AccountId
export const webhookId = (number: number): WebhookId => id("bbbbbbbb", number) as WebhookId
export const eventId = (number: number): EventId => id("01900000", number) as EventId
export const node = (name: string): NodeId => `node-${name}` as NodeId

export const [alice, bob] = [account(1), account(2)]
export const [one, two] = [node("one"), node("two")]

const phone = (number: number): PhoneNumber => `+1201555${String(number).padStart(4, "0")}` as PhoneNumber

interface ContactParts {
  readonly account?: AccountId
  readonly optOut?: boolean
  readonly createdAt?: Instant
  /** The number that its phone is made of; the contact's own, unless told otherwise. */
  readonly phone?: number
}

const contactValue = (number: number, parts: ContactParts): Value<"contact"> => ({
  id: id("cccccccc", number) as ContactId,
  account: parts.account ?? alice,
  phone: phone(parts.phone ?? number),
  optOut: parts.optOut ?? false,
  createdAt: parts.createdAt ?? now,
  updatedAt: null
})

export const contact = (number: number, parts: ContactParts = {}): Row =>
  put(kinds.contact, contactValue(number, parts))

export const contactRef = (number: number): Ref => ref(kinds.contact, id("cccccccc", number))

export const contactNumber = (number: number, owner: AccountId = alice): UniqueKey => {
  const [key] = kinds.contact.unique(contactValue(number, { account: owner }))
  if (key === undefined) throw new Error("a contact is found by its number")
  return key
}

interface WebhookParts {
  readonly account?: AccountId
  readonly subscribes?: ReadonlyArray<EventName>
  readonly parent?: WebhookId
  readonly createdAt?: Instant
}

/** Its types say "everything", so that a store that reads them and not `subscribes` is found out. */
export const webhook = (number: number, parts: WebhookParts = {}): Row => {
  const subscribes = parts.subscribes ?? ["message.sent"]
  return put(Webhooks, {
    id: webhookId(number),
    account: parts.account ?? alice,
    displayName: `Webhook ${number}`,
    endpointUrl: `https://example.com/${number}`,
    secret: sandboxSecret,
    isActive: subscribes.length > 0,
    eventTypes: ["message", "templates", "contact", "channel"],
    eventFilters: null,
    subscribes,
    retryCount: 3,
    timeoutSeconds: 30,
    ...(parts.parent === undefined ? {} : { parent: parts.parent }),
    createdAt: parts.createdAt ?? now,
    updatedAt: null
  })
}

export const webhookRef = (number: number): Ref => ref(Webhooks, webhookId(number))

interface EventParts {
  readonly account?: AccountId
  readonly name?: EventName
  readonly at?: Instant
}

export const event = (number: number, parts: EventParts = {}): Event => ({
  id: eventId(number),
  account: parts.account ?? alice,
  name: parts.name ?? "message.sent",
  at: parts.at ?? now,
  body: `{"number":${number}}`
})

export const eventRef = (number: number): Ref => ({ kind: "event", key: eventId(number) })

interface DueParts {
  readonly lane?: Due["lane"]
  readonly at?: Instant
  readonly kind?: WorkKind
  readonly failures?: number
}

export const due = (key: number | string, parts: DueParts = {}): Due => ({
  work: { kind: parts.kind ?? "dispatch", key: String(key) },
  lane: parts.lane ?? DispatchWork.lane.of(alice),
  at: parts.at ?? now,
  ...(parts.failures === undefined ? {} : { failures: parts.failures })
})

/** The lanes of the cases, whatever kinds of lanes core has: those of carriers are shared. */
export const terms: Readonly<Record<string, LaneTerms>> = {
  send: { width: 64, shared: false },
  submission: { width: 128, shared: true },
  deadline: { width: 64, shared: false },
  review: { width: 16, shared: false },
  delivery: { width: 16, shared: false }
}

/** A spend that leaves at least nothing, unless told otherwise; a negative one gives. */
export const spend = (amount: number, once: string | null, parts: Partial<Debit> = {}): Debit => ({
  account: alice,
  amount: money(amount),
  floor: money(0),
  once,
  ...parts
})

export const count = (by: number, once: string | null, parts: Partial<Count> = {}): Count => ({
  counter: "sends/today",
  by,
  ceiling: null,
  once,
  ...parts
})

export const claimKey = (key: string, owner: AccountId = alice): Reply["claim"] => ({ account: owner, key })

export const reply = (claim: Reply["claim"], token: ClaimToken, at: Instant = now): Reply => ({
  claim,
  token,
  status: 202,
  outcome: { part: "data", json: `{"b":1,"a":"é"}` },
  requestId: "req_1",
  at,
  sandbox: false,
  profile: null
})
