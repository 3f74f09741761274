/**
 * A decision of a webhook's owner rests on the webhook and its endpoint as they are when it is committed (decisions 4.5,
 * 5.5): nothing that happened meanwhile is lost.
 */
import { Accounts } from "@signalbox/core/Account"
import { make, put } from "@signalbox/core/Commit"
import { Deliveries, Events } from "@signalbox/core/Delivery"
import { plus } from "@signalbox/core/Instant"
import { DeliveryWork } from "@signalbox/core/internal/delivery/DeliveryWork"
import * as Fanout from "@signalbox/core/internal/delivery/Fanout"
import { DeletedWebhooks } from "@signalbox/core/internal/row/DeletedWebhook"
import { CreateWebhook } from "@signalbox/core/internal/webhook/CreateWebhook"
import { DeleteWebhook } from "@signalbox/core/internal/webhook/DeleteWebhook"
import { RotateSecret } from "@signalbox/core/internal/webhook/RotateSecret"
import * as SampleEvent from "@signalbox/core/internal/webhook/SampleEvent"
import type { Tried } from "@signalbox/core/internal/webhook/TestWebhook"
import { TestWebhook } from "@signalbox/core/internal/webhook/TestWebhook"
import { ToggleWebhook } from "@signalbox/core/internal/webhook/ToggleWebhook"
import type { Endpoint } from "@signalbox/core/Webhook"
import { Endpoints, Webhooks } from "@signalbox/core/Webhook"
import type { WebhookResult } from "@signalbox/core/WebhookSender"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const account = Given.account()
const webhook = Given.webhook()
const off = Given.webhook({ isActive: false, subscribes: [] })
const lane = DeliveryWork.lane.of(webhook.id)

const failing: Endpoint = {
  webhook: webhook.id,
  consecutiveFailures: 4,
  failingSince: plus(Given.now, -5000),
  waitsUntil: plus(Given.now, 5000),
  lastAttemptAt: plus(Given.now, -3000),
  lastSuccessAt: plus(Given.now, -9000)
}
const calm = { consecutiveFailures: 0, failingSince: null, waitsUntil: null }

const start = (row = webhook, endpoint: Endpoint | null = failing): FactStore => {
  const store = new FactStore([
    put(Accounts, account),
    put(Webhooks, row),
    ...(endpoint === null ? [] : [put(Endpoints, endpoint)])
  ])
  store.pauses.set(lane, failing.waitsUntil!)
  return store
}

const caller = { account, keyAccount: account }
const other = Given.account({ id: Given.accountId(2) })
const path = { id: webhook.id }
const nothing = () => {}

const toggled = (store: FactStore, is_active: boolean, meanwhile = nothing, as = caller) =>
  store.run(
    ToggleWebhook.decides,
    { path, query: {}, body: { is_active }, caller: as, consulted: undefined },
    Given.now,
    Given.ids(),
    meanwhile
  )

describe("a webhook that is switched", () => {
  it("on begins anew, and its line opens [WHK-067]", () => {
    const store = start(off)
    expect(Result.getOrThrow(toggled(store, true))).toMatchObject({ is_active: true, consecutive_failures: 0 })
    expect(store.get(Webhooks, webhook.id)).toMatchObject({
      isActive: true,
      subscribes: expect.arrayContaining(["message.sent"]) as unknown
    })
    expect(store.get(Endpoints, webhook.id)).toEqual({ ...failing, ...calm })
    expect(store.pauses.has(lane)).toBe(false)
  })

  it("on while an attempt ends keeps what that has said", () => {
    const store = start(off)
    const later = { ...failing, consecutiveFailures: 5, lastAttemptAt: Given.now }
    toggled(store, true, () => store.put(put(Endpoints, later)))
    expect(store.get(Endpoints, webhook.id)).toEqual({ ...later, ...calm })
    const first = start(off, null)
    toggled(first, true, () => first.put(put(Endpoints, later)))
    expect(first.get(Endpoints, webhook.id)).toEqual({ ...later, ...calm })
  })

  it("off tells nobody any more, and leaves its endpoint as it is [WHK-066]", () => {
    const store = start()
    expect(Result.getOrThrow(toggled(store, false))).toMatchObject({ is_active: false, consecutive_failures: 4 })
    expect(store.get(Webhooks, webhook.id)).toMatchObject({ isActive: false, subscribes: [] })
    expect(store.get(Endpoints, webhook.id)).toEqual(failing)
    expect(store.pauses.has(lane)).toBe(true)
  })

  it("to what it is already is not written", () => {
    for (const row of [webhook, off]) {
      const store = start(row)
      const versions = () => [store.version(Webhooks, webhook.id), store.version(Endpoints, webhook.id)]
      const before = versions()
      expect(Result.getOrThrow(toggled(store, row.isActive))).toMatchObject({ consecutive_failures: 4 })
      expect(versions()).toEqual(before)
    }
  })
})

describe("a webhook that is created", () => {
  const created = (store: FactStore, webhooks: object, number: number) => {
    const asked = { ...account, ...webhooks }
    const body = { display_name: "W", endpoint_url: "https://example.com/1", event_types: ["message"] } as const
    return store.run(
      CreateWebhook.decides,
      { path: {}, query: {}, body, caller: { account: asked, keyAccount: asked }, consulted: Given.webhookId(number) },
      Given.now,
      Given.ids()
    )
  }

  it.each([
    ["that its operator has set", { webhooks: 7 }, 7],
    ["of every account", {}, 100],
    ["that operators can set at most", { webhooks: 5000 }, 1000]
  ])("has the last place of the number %s", (_, webhooks, most) => {
    const store = new FactStore([put(Accounts, account)])
    store.commit(make({ counts: [{ counter: `webhooks/${account.id}`, by: most - 1, ceiling: null, once: null }] }))
    expect(Result.isSuccess(created(store, webhooks, 1))).toBe(true)
    expect(created(store, webhooks, 2)).toMatchObject({
      failure: { code: "BUSINESS_008", details: { webhooks: [`must be at most ${most} in one account`] } }
    })
    expect([...store.counts.values()]).toEqual([most])
    expect(store.values(Webhooks)).toHaveLength(1)
  })
})

describe("a webhook that is changed meanwhile", () => {
  const renamed = { ...webhook, displayName: "Renamed" }

  it("has both its new name and its new secret", () => {
    const store = start()
    const asked = { path, query: {}, body: {}, caller, consulted: undefined }
    const answer = Result.getOrThrow(
      store.run(RotateSecret.decides, asked, Given.now, Given.ids(), () => store.put(put(Webhooks, renamed)))
    )
    expect(store.get(Webhooks, webhook.id)).toMatchObject({ displayName: "Renamed", secret: answer.signing_secret })
    expect(answer.signing_secret).not.toBe(webhook.secret)
  })

  it("is not switched when it is deleted, and nobody else's is", () => {
    const store = start()
    const refused = toggled(store, false, () => store.remove(Webhooks, webhook.id))
    expect(refused).toMatchObject({ failure: { code: "RESOURCE_008" } })
    expect(store.values(Webhooks)).toEqual([])
    const foreign = start()
    const asked = { path, query: {}, caller: { account: other, keyAccount: other }, consulted: undefined }
    for (
      const end of [
        toggled(foreign, false, nothing, asked.caller),
        foreign.run(RotateSecret.decides, { ...asked, body: {} }, Given.now, Given.ids()),
        foreign.run(DeleteWebhook.decides, { ...asked, body: {} }, Given.now, Given.ids())
      ]
    ) {
      expect(end).toMatchObject({ failure: { code: "RESOURCE_008" } })
    }
    expect(foreign.values(Webhooks)).toEqual([webhook])
  })

  it("that is deleted is gone with its endpoint [WHK-065]", () => {
    const store = start()
    const asked = { path, query: {}, body: {}, caller, consulted: undefined }
    store.run(DeleteWebhook.decides, asked, Given.now, Given.ids(), () => store.put(put(Webhooks, renamed)))
    expect([store.values(Webhooks), store.values(Endpoints)]).toEqual([[], []])
    expect(store.values(DeletedWebhooks)).toEqual([{ id: webhook.id, account: account.id, at: Given.now }])
    expect([...store.counts.values()]).toEqual([-1])
    // Each one that is deleted gives its place back.
    const second = { ...webhook, id: Given.webhookId(2) }
    store.put(put(Webhooks, second))
    store.run(DeleteWebhook.decides, { ...asked, path: { id: second.id } }, Given.now, Given.ids())
    expect([...store.counts.values()]).toEqual([-2])
  })

  it("that is a clone is remembered when its profile deletes it, so that it is not made again [WHK-042]", () => {
    const clone = { ...webhook, parent: Given.webhookId(9) }
    const store = start(clone)
    const asked = { path, query: {}, body: {}, caller, consulted: undefined }
    store.run(DeleteWebhook.decides, asked, Given.now, Given.ids())
    const left = { ...clone, isActive: false, subscribes: [], deletedAt: Given.now }
    expect([store.values(Webhooks), store.values(Endpoints)]).toEqual([[left], []])
    expect(store.values(DeletedWebhooks)).toEqual([{ id: webhook.id, account: account.id, at: Given.now }])
    expect(store.counts.size).toBe(0)
    // To its profile it is gone.
    expect(toggled(store, true)).toMatchObject({ failure: { code: "RESOURCE_008" } })
  })
})

describe("a test", () => {
  const event = SampleEvent.make("message.sent", account.id, { ids: Given.ids(9), now: Given.now })
  const ended = plus(Given.now, 40)
  const tested = (store: FactStore, result: WebhookResult | null, meanwhile = nothing) => {
    const delivery = Fanout.delivery(event, webhook.id)
    const consulted: Tried | null = result === null ? null : { event, delivery, result, began: Given.now, ended }
    const asked = { path, query: {}, body: { event_type: "message.sent" as const }, caller, consulted }
    return store.run(TestWebhook.decides, asked, ended, Given.ids(), meanwhile)
  }
  const logged = (store: FactStore) => store.values(Deliveries).map(({ attempts, status }) => [status, attempts])

  it("that succeeds ends a row of failures, opens the line, and is logged [WHK-076]", () => {
    const store = start()
    const answer = Result.getOrThrow(tested(store, { _tag: "Answered", status: 204, body: "" }))
    expect(answer).toEqual({ success: true, message: "HTTP status 204" })
    expect(store.get(Endpoints, webhook.id)).toEqual({
      ...failing,
      ...calm,
      lastAttemptAt: ended,
      lastSuccessAt: ended
    })
    expect(store.pauses.has(lane)).toBe(false)
    expect([logged(store), store.values(Events)]).toEqual([[["DELIVERED", 1]], [event]])
  })

  it("that succeeds opens no line that something else has closed", () => {
    const store = start(webhook, { ...failing, ...calm })
    tested(store, { _tag: "Answered", status: 204, body: "" })
    expect(store.pauses.has(lane)).toBe(true)
  })

  it.each<[WebhookResult, string]>([
    [{ _tag: "Answered", status: 500, body: "no" }, "HTTP status 500"],
    [{ _tag: "Failed", message: "timeout" }, "timeout"]
  ])("that fails does not count, and is not tried again: %o [WHK-072, WHK-075]", (result, message) => {
    const store = start()
    expect(Result.getOrThrow(tested(store, result))).toEqual({ success: false, message })
    expect(store.get(Endpoints, webhook.id)).toEqual({ ...failing, lastAttemptAt: ended })
    expect(store.pauses.has(lane)).toBe(true)
    expect([logged(store), store.work.size]).toEqual([[["FAILED", 1]], 0])
  })

  it("that could not be made is no attempt", () => {
    const store = start()
    const answer = Result.getOrThrow(tested(store, { _tag: "Unsent", message: "the resolver is full" }))
    expect(answer).toEqual({ success: false, message: "the resolver is full" })
    expect([store.get(Endpoints, webhook.id), logged(store), store.values(Events)]).toEqual([failing, [], []])
    expect(tested(start(), null)).toMatchObject({ failure: { code: "INTERNAL_005" } })
  })

  it("keeps what an attempt has said meanwhile, and knows an endpoint that nobody has tried yet", () => {
    const later = { ...failing, consecutiveFailures: 5 }
    const store = start()
    tested(store, { _tag: "Failed", message: "timeout" }, () => store.put(put(Endpoints, later)))
    expect(store.get(Endpoints, webhook.id)).toEqual({ ...later, lastAttemptAt: ended })
    const first = start(webhook, null)
    tested(first, { _tag: "Failed", message: "timeout" })
    expect(first.get(Endpoints, webhook.id)).toEqual({
      ...calm,
      webhook: webhook.id,
      lastAttemptAt: ended,
      lastSuccessAt: null
    })
  })
})
