/**
 * Redaction takes the messages that are old enough, and waits for those that may still go on (decisions 17.6).
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import { RedactionWork } from "@signalbox/core/internal/account/RedactionWork"
import * as Continuation from "@signalbox/core/internal/commit/Continuation"
import { redactedText } from "@signalbox/core/internal/privacy/Redacted"
import { Redact } from "@signalbox/core/internal/privacy/RedactionStep"
import * as CarrierReference from "@signalbox/core/internal/row/CarrierReference"
import { DeletedWebhooks } from "@signalbox/core/internal/row/DeletedWebhook"
import { Redactions } from "@signalbox/core/internal/row/Redaction"
import * as Limit from "@signalbox/core/Limit"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { Webhooks } from "@signalbox/core/Webhook"
import { expect, it } from "vitest"
import { gathered, held } from "../Decided.ts"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"
import { expectFacts } from "../Lacking.ts"

const account = Given.account({ retention: { texts: 2 } })

const step = (store: FactStore, now: Instant.Instant, message: Message["id"] | null = null) => {
  const lease = store.hold(RedactionWork.due({ account: account.id, message }, account.id, now))
  store.run(Redact, { lease }, now, Given.ids())
}

const dueKeys = (store: FactStore) => [...store.work.values()].map(({ at, work }) => [work.kind, work.key, at])

it("waits until a day after the last step of a message, since it may still go on to another route [XPR-108]", () => {
  const last = Instant.plus(Given.now, -Instant.hour)
  const message = Given.message({
    status: "DELIVERED",
    direction: "OUTBOUND",
    text: "Hello Ada",
    createdAt: Instant.plus(Given.now, -3 * Instant.day),
    history: [{
      status: "DELIVERED",
      reached: true,
      at: last,
      description: "Delivered",
      from: null,
      price: null,
      activeContactPrice: null,
      code: null,
      scheduledAt: null
    }]
  })
  const store = new FactStore([Commit.put(Accounts, account), Commit.put(Messages, message)])
  step(store, Given.now)
  const until = Instant.plus(last, Instant.day)
  expect(store.get(Messages, message.id)).toEqual(message)
  expect(dueKeys(store)).toContainEqual(["redaction", `${account.id}/${message.id}`, until])
  step(store, until, message.id)
  expect(store.get(Messages, message.id)!.text).toBe(redactedText)
})

it("makes an item for each webhook that the account has or had, once, where bodies are not kept [XPR-116, XPR-117]", () => {
  const [webhook, had] = [Given.webhook(), Given.webhookId(9)]
  const store = new FactStore([
    Commit.put(Accounts, { ...account, retention: { webhookBodies: 2 } }),
    Commit.put(Webhooks, webhook),
    Commit.put(DeletedWebhooks, { id: had, account: account.id, at: Given.now })
  ])
  step(store, Given.now)
  const items = () => dueKeys(store).filter(([kind]) => kind === "body_redaction").map(([, key]) => key)
  expect(items()).toEqual([`${account.id}/${webhook.id}`, `${account.id}/${had}`])
  store.work.clear()
  store.put(Commit.put(Redactions, { account: account.id, webhook: webhook.id }))
  step(store, Given.now)
  expect(items()).toEqual([`${account.id}/${had}`])
  store.work.clear()
  store.put(Commit.put(Accounts, account))
  step(store, Given.now)
  expect(items()).toEqual([])
})

const done = (number: number, createdAt: Instant.Instant): Message =>
  Given.message({ id: Given.messageId(number), status: "DELIVERED", text: "Hello Ada", createdAt })

it("takes what is older than its days, and nothing that is as old as that [XPR-105]", () => {
  const cutoff = Instant.plus(Given.now, -2 * Instant.day)
  const [older, as] = [done(1, Instant.plus(cutoff, -1)), done(2, cutoff)]
  const store = new FactStore([Commit.put(Accounts, account), Commit.put(Messages, older), Commit.put(Messages, as)])
  step(store, Given.now)
  expect([older, as].map(({ id }) => store.get(Messages, id)!.text)).toEqual([redactedText, "Hello Ada"])
  // One that has an item of its own is judged by its age as well.
  step(store, Given.now, as.id)
  expect(store.get(Messages, as.id)).toEqual(as)
  step(store, Instant.plus(Given.now, 1), as.id)
  expect(store.get(Messages, as.id)!.text).toBe(redactedText)
})

it("goes on immediately behind a whole page, and an hour later when it has caught up [XPR-117]", () => {
  const old = Instant.plus(Given.now, -3 * Instant.day)
  const messages = Array.from(
    { length: Limit.redaction.messages + 1 },
    (_, index) => done(index + 1, Instant.plus(old, index))
  )
  const store = new FactStore([
    Commit.put(Accounts, account),
    ...messages.map((each) => Commit.put(Messages, each))
  ])
  const item = ["redaction", account.id]
  const redacted = () => messages.filter(({ id }) => store.get(Messages, id)!.text === redactedText).length
  step(store, Given.now)
  expect([redacted(), dueKeys(store)]).toEqual([Limit.redaction.messages, [[...item, Given.now]]])
  const last = messages[Limit.redaction.messages - 1]!
  expect(store.get(Redactions, account.id)).toEqual({
    account: account.id,
    texts: { at: last.createdAt, key: last.id }
  })
  step(store, Given.now)
  expect([redacted(), dueKeys(store)]).toEqual([
    Limit.redaction.messages + 1,
    [[...item, Instant.plus(Given.now, Limit.redaction.pause)]]
  ])
})

it("is followed immediately by another one when it was late, and forgets how far it was when there is no retention", () => {
  const store = new FactStore([Commit.put(Accounts, account)])
  const run = (lateness: number) => {
    const due = Instant.plus(Given.now, -lateness)
    const lease = store.hold(RedactionWork.due({ account: account.id, message: null }, account.id, due))
    store.run(Redact, { lease }, Given.now, Given.ids())
    return dueKeys(store).map(([, , at]) => at)
  }
  expect(run(Limit.redaction.pause)).toEqual([Instant.plus(Given.now, Limit.redaction.pause)])
  expect(run(Limit.redaction.pause + 1)).toEqual([Given.now])
  expect(store.values(Redactions)).toHaveLength(1)
  store.put(Commit.put(Accounts, Given.account()))
  expect([run(0), store.values(Redactions)]).toEqual([[], []])
})

it("takes away the names by which a carrier knows a number, and leaves those that another message has [XPR-105]", () => {
  const key = (reference: string) =>
    CarrierReference.key({ carrier: Given.carrierId("sms-a"), reference, to: Given.phone(1) })
  const message = {
    ...done(1, Instant.plus(Given.now, -3 * Instant.day)),
    attempts: [
      Given.attempt({
        reference: "whole",
        report: "DELIVERED",
        parts: [{ reference: "part", report: null }, { reference: "other", report: null }, {
          reference: "",
          report: null
        }]
      })
    ]
  }
  const references = [["whole", message.id], ["part", message.id], ["other", Given.messageId(2)]] as const
  const store = new FactStore([
    Commit.put(Accounts, Given.account({ retention: { numbers: 2 } })),
    Commit.put(Messages, message),
    ...references.map(([name, of]) =>
      Commit.put(CarrierReference.CarrierReferences, {
        carrier: Given.carrierId("sms-a"),
        reference: name,
        to: Given.phone(1),
        message: of,
        attempt: Given.attemptId(1)
      })
    )
  ])
  step(store, Given.now)
  expect(store.get(Messages, message.id)!.phone).not.toBe(Given.phone(1))
  expect(references.map(([name]) => store.get(CarrierReference.CarrierReferences, key(name)) !== null)).toEqual([
    false,
    false,
    true
  ])
})

it("rests on each message, each name that carriers know and each redaction that it finds", () => {
  const retention = { texts: 2, numbers: 2, webhookBodies: 2 }
  const message = Given.message({
    status: "DELIVERED",
    createdAt: Instant.plus(Given.now, -9 * Instant.day),
    attempts: [Given.attempt({ reference: "a-name", report: "DELIVERED" })]
  })
  const rows = [
    Commit.put(Accounts, { ...account, retention }),
    Commit.put(Messages, message),
    Commit.put(Webhooks, Given.webhook()),
    Commit.put(Redactions, { account: account.id })
  ]
  for (const only of [null, message.id]) {
    const command = { lease: held(RedactionWork.due({ account: account.id, message: only }, account.id, Given.now)) }
    const facts = gathered(rows, (known) => Continuation.needs(Redact, command, known))
    expectFacts(Redact, command, facts, Given.now, ["account", "service_settings"])
    expect(facts.rows.size).toBeGreaterThan(3)
  }
})
