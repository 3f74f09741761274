/**
 * The end of the clones on a deleted profile (specification "Webhook", decisions 3.1): a thousand webhooks a commit, and none
 * of its own.
 */
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import { DeletedWebhooks } from "@signalbox/core/internal/row/DeletedWebhook"
import * as CloneRemoval from "@signalbox/core/internal/webhook/CloneRemoval"
import { CloneRemovalWork } from "@signalbox/core/internal/webhook/CloneWork"
import type { Webhook } from "@signalbox/core/Webhook"
import { Webhooks } from "@signalbox/core/Webhook"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const profile = Given.accountId(2)
const { now } = Given

const own = (number: number, parts: Partial<Webhook> = {}) =>
  Given.webhook({ id: Given.webhookId(number), account: profile, createdAt: plus(now, -number), ...parts })

const clone = (number: number) => own(number, { parent: Given.webhookId(9000 + number) })

/** Removes the clones among these webhooks, the newest first; returns how many steps it took, and what has become of them. */
const removed = (webhooks: ReadonlyArray<Webhook>) => {
  const store = new FactStore(webhooks.map((webhook) => put(Webhooks, webhook)))
  const due = CloneRemoval.due(profile, now)
  const at = plus(now, 3_600_000)
  expect(due).toEqual(CloneRemovalWork.due({ profile, last: null }, profile, at))
  store.hold(due)
  let steps = 0
  while (store.work.size > 0) {
    const [next] = store.work.values()
    expect([next!.at, steps < webhooks.length]).toEqual([at, true])
    store.run(CloneRemoval.RemoveClones, { lease: store.claim(next!.work)! }, at, Given.ids())
    steps++
  }
  expect(store.values(DeletedWebhooks).map(({ id }) => id)).toEqual(
    webhooks.filter(({ parent }) => parent !== undefined).map(({ id }) => id)
  )
  return { steps, left: store.values(Webhooks) }
}

it.each([[999, 1], [1000, 2], [1001, 2], [2000, 3]])(
  "%d webhooks of a profile are looked through in %d",
  (count, steps) => {
    // The last of them is in the last step.
    const webhooks = Array.from(
      { length: count },
      (_, index) => index === 1 || index === count - 1 ? clone(index) : own(index)
    )
    expect(removed(webhooks)).toEqual({
      steps,
      left: webhooks.filter(({ parent }) => parent === undefined)
    })
  }
)
