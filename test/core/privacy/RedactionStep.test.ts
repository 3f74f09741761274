/**
 * Redaction takes the messages that are old enough, and waits for those that may still go on (decisions 17.6).
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import { RedactionWork } from "@signalbox/core/internal/account/RedactionWork"
import { redactedText } from "@signalbox/core/internal/privacy/Redacted"
import { Redact } from "@signalbox/core/internal/privacy/RedactionStep"
import { DeletedWebhooks } from "@signalbox/core/internal/row/DeletedWebhook"
import { Redactions } from "@signalbox/core/internal/row/Redaction"
import type { Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import { Webhooks } from "@signalbox/core/Webhook"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

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
