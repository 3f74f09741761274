/**
 * The log has what the service changes by itself: nobody has asked for it, and still somebody asks who it was (decisions 17.7).
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { AuditEntries } from "@signalbox/core/AuditEntry"
import { put } from "@signalbox/core/Commit"
import { Deliveries, Events } from "@signalbox/core/Delivery"
import * as Fanout from "@signalbox/core/Fanout"
import type { EventId, WebhookId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Audited from "@signalbox/core/internal/audit/Audited"
import { DeliveryWork } from "@signalbox/core/internal/delivery/DeliveryWork"
import { command, Settle } from "@signalbox/core/internal/delivery/Settle"
import { LiftPrefix, PinPrefix } from "@signalbox/core/internal/protection/SetPause"
import { LaterVerdict } from "@signalbox/core/internal/template/LaterVerdict"
import * as CloneRemoval from "@signalbox/core/internal/webhook/CloneRemoval"
import { CloneRemovalWork } from "@signalbox/core/internal/webhook/CloneWork"
import { Templates } from "@signalbox/core/Template"
import { Webhooks } from "@signalbox/core/Webhook"
import { expect, it } from "vitest"
import { FactStore } from "../core/FactStore.ts"
import * as Given from "../core/Given.ts"
import * as Prefixes from "../core/protection/Prefixes.ts"

const entries = (store: FactStore) =>
  store.values(AuditEntries).map(({ action, actor, fields, operation, subject }) => [
    actor.type,
    operation,
    action,
    `${subject.type} ${subject.id}`,
    fields.join()
  ])

const logging = [["a log", { auditLogDays: 30 }], ["none", {}]] as const

it.each(logging)("a webhook that is switched off after failures, with %s [XPR-118]", (_, more) => {
  const webhook = Given.webhook()
  const store = new FactStore([
    put(Accounts, Given.account({ webhookDisableMinutes: 0, ...more })),
    put(Webhooks, webhook)
  ])
  // One success, which is no entry, and then failures.
  for (const [number, status] of [200, ...Array.from({ length: 12 }, () => 503)].entries()) {
    const at = Instant.plus(Given.now, number * Instant.minute)
    const event = {
      id: `01900000-0000-7000-8000-${String(number).padStart(12, "0")}` as EventId,
      account: webhook.account,
      name: "message.sent" as const,
      at,
      body: "{}"
    }
    const delivery = Fanout.delivery(event, webhook.id)
    store.put(put(Events, event))
    store.put(put(Deliveries, delivery))
    const lease = store.hold(DeliveryWork.due(delivery.id, webhook.id, at))
    const result = { _tag: "Answered", status, body: "" } as const
    store.run(Settle, command(webhook.id, [{ lease, result, began: at, ended: at }]), at, Given.ids(number + 1))
    if (number === 0) expect(entries(store)).toEqual([])
  }
  expect(store.get(Webhooks, webhook.id)!.isActive).toBe(false)
  const expected = ["service", "webhooks.disable", "changed", `webhook ${webhook.id}`, "is_active"]
  expect(entries(store)).toEqual("auditLogDays" in more ? [expected] : [])
})

it.each(logging)("a prefix that is paused, pinned and lifted, with %s [XPR-118, XPR-119]", (_, more) => {
  const settings: Partial<Account> = { pumping: {}, ...more }
  const store = Prefixes.store(settings)
  Prefixes.count(store, "started", 10, 30)
  expect(Prefixes.review(store)).not.toBe(null)
  const operator = <Command, Answer>(use: Parameters<typeof Audited.by<Command, Answer>>[0]) =>
    Audited.by(use, () => Audited.party("operator"))
  const asked = { account: Prefixes.account, prefix: Prefixes.prefix }
  const at = Instant.plus(Prefixes.at, Instant.minute)
  store.run(operator(PinPrefix), asked, at, Given.ids(91))
  store.run(operator(LiftPrefix), asked, Instant.plus(at, 1), Given.ids(92))
  const subject = `prefix ${Prefixes.prefix}`
  expect(entries(store)).toEqual(
    "auditLogDays" in more
      ? [
        ["service", "prefixes.review", "created", subject, ""],
        ["operator", "prefixes.pin", "changed", subject, "until"],
        ["operator", "prefixes.lift", "changed", subject, "times,until"]
      ]
      : []
  )
})

it("a template that a carrier's reviewer pauses later, and the clones of a profile that is deleted [XPR-118]", () => {
  const profile = Given.account({ type: "profile", organization: Given.accountId(2), auditLogDays: 30 })
  const template = Given.template()
  const clone = Given.webhook({ id: Given.webhookId(3), account: profile.id, parent: Given.webhookId(2) as WebhookId })
  const store = new FactStore([put(Accounts, profile), put(Templates, template), put(Webhooks, clone)])
  store.run(
    LaterVerdict,
    { template: template.id, revision: template.revision, channel: null, standing: "paused", reason: null },
    Given.now,
    Given.ids()
  )
  const lease = store.hold(CloneRemovalWork.due({ profile: profile.id, last: null }, profile.id, Given.now))
  store.run(CloneRemoval.RemoveClones, { lease }, Given.now, Given.ids(2))
  const [paused, removed, ...others] = entries(store)
  expect(paused!.slice(0, 4)).toEqual(["reviewer", "later_verdict", "changed", `template ${template.id}`])
  expect(removed).toEqual(["service", "clones.removal", "deleted", `webhook ${clone.id}`, ""])
  expect(others).toEqual([])
})
