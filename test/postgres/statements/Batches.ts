/** Rows, work and commits of the recorded statements, all of them fixed. */
import type { Commit } from "@signalbox/core/Commit"
import { make, put } from "@signalbox/core/Commit"
import type { EventId, NodeId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import { make as money } from "@signalbox/core/Money"
import type { ClaimToken } from "@signalbox/core/Reply"
import type { Row } from "@signalbox/core/Row"
import { kinds } from "@signalbox/core/Row"
import * as Usage from "@signalbox/core/Usage"
import type { Due, LeaseToken } from "@signalbox/core/Work"
import * as Given from "../../core/Given.ts"

export const account = Given.accountId(1)
const { now } = Given

export const message = (number: number, more: Parameters<typeof Given.message>[0] = {}): Row =>
  put(kinds.message, Given.message({ id: Given.messageId(number), ...more }))

export const contact = put(kinds.contact, Given.contact())
export const template = put(kinds.template, Given.template())
export const webhook = put(kinds.webhook, Given.webhook())
export const clone = put(kinds.webhook, Given.webhook({ id: Given.webhookId(2), parent: Given.webhookId(1) }))

export const opening = put(kinds.conversation_opening, { account, phone: Given.phone(1), at: now })

export const reference = put(kinds.carrier_reference, {
  carrier: Given.carrierId("sms-a"),
  reference: "r-1",
  message: Given.messageId(1),
  attempt: Given.attemptId(1)
})

export const event = (number: number) => ({
  id: `01900000-0000-7000-8000-00000000000${number}` as EventId,
  account,
  name: "message.sent" as const,
  at: now,
  body: `{"number":${number}}`
})

export const due = (key: string, more: Partial<Due> = {}): Due => ({
  work: { kind: "dispatch", key },
  lane: `dispatch:${account}`,
  at: now,
  ...more
})

export const fence = (key: string, token: number) => ({
  work: { kind: "dispatch", key },
  token: token as LeaseToken
})

export const reply = {
  claim: { account, key: "k" },
  token: 5 as ClaimToken,
  status: 202,
  outcome: { part: "data" as const, json: "{}" },
  requestId: "q",
  at: now,
  sandbox: false,
  profile: null
}

export const spend = (amount: number, once: string | null, of = account) => ({
  account: of,
  amount: money(amount),
  floor: money(0),
  once
})

export const node = "one" as NodeId
export const id = (number: number): string => `01900001-0000-7000-8000-00000000000${number}`

/** Everything that needs no look before. */
export const whole: ReadonlyArray<Commit> = [
  make({
    expects: [{ ref: contact, version: 3 }, { ref: message(2), version: 4 }, { ref: template, version: 6 }],
    puts: [message(2, { status: "SENT" }), message(1), contact, opening, reference],
    debits: [spend(30, "first"), spend(-5, null, Given.accountId(2))],
    counts: [{ counter: "c/2", by: 1, ceiling: 9, once: "x" }, { counter: "c/1", by: 2, ceiling: null, once: null }],
    tallies: [Usage.of(Given.message({ price: money(79), activeContactPrice: money(10) }))],
    due: [
      due(`${Given.messageId(1)}/${id(1)}`, { lapsesWith: Given.messageId(1), at: plus(now, 5) }),
      due(`${Given.messageId(1)}/${id(2)}`, { lapsesWith: Given.messageId(1) }),
      due("b"),
      due("a", { lane: "send:x", failures: 2 })
    ],
    completes: [fence("d", 9), fence("c", 8)],
    holds: [fence("h", 7)],
    releases: [fence("r", 6)],
    cancels: [{ kind: "dispatch", key: "z" }],
    pauses: [{ lane: "send:y", until: now }, { lane: "send:b", until: null }],
    reply
  }),
  make({ debits: [spend(40, "second")], tallies: [Usage.of(Given.message({ channel: "sms" }))] })
]

export const held = [{ holds: true, given: null, version: 9 }]

export const other = put(kinds.template, Given.template({ id: Given.templateId(2), name: "other" }))
