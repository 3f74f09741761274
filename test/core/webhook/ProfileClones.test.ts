/**
 * The commit that creates a profile gives it the clones of a hundred webhooks, and leaves work for others only where there
 * are any (specification "Webhook", decisions 3.1).
 */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import { done } from "@signalbox/core/internal/commit/Decision"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import { ProfileClonesWork } from "@signalbox/core/internal/webhook/CloneWork"
import * as ProfileClones from "@signalbox/core/internal/webhook/ProfileClones"
import { ClonedWebhooksRows, Webhooks } from "@signalbox/core/Webhook"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const [organization, profile] = [Given.accountId(1), Given.accountId(2)]
const cloned = { eventTypes: ["message", "contact"], eventFilters: { message: ["sent"] } } as const

const creation: Decision<void, void> = {
  name: "created",
  needs: (_, facts) => ProfileClones.needsOfCreation(organization, facts),
  decide: (_, grounds) => done(undefined, ProfileClones.create({ id: profile, organization }, grounds))
}

it.each([0, 1, 100, 101])("a profile that comes to %d webhooks", (count) => {
  const parents = Array.from({ length: count }, (_, index) => Given.webhook({ id: Given.webhookId(index) }))
  const webhooks = parents.map(({ id }) => id)
  const store = new FactStore([
    ...parents.map((parent) => put(Webhooks, { ...parent, cloned })),
    put(ClonedWebhooksRows, { account: organization, webhooks })
  ])
  store.run(creation, undefined, Given.now, Given.ids())
  const last = webhooks[99]
  expect([...store.work.values()]).toEqual(
    count > 100
      ? [ProfileClonesWork.due({ organization, profile, last: last! }, organization, Given.now)]
      : []
  )
  const clones = store.values(Webhooks).filter(({ account }) => account === profile)
  expect(clones).toStrictEqual(
    parents.slice(0, 100).map(({ id, ...parent }) => ({
      ...parent,
      ...cloned,
      id: expect.any(String) as unknown,
      account: profile,
      subscribes: ["message.sent", "contact.opt_in", "contact.opt_out", "contact.help", "contact.preference"],
      parent: id,
      edition: 0
    }))
  )
  expect(new Set(clones.map(({ id }) => id)).size).toBe(clones.length)
})

it.each([[0, 1], [999, 1], [1000, 2]])(
  "%d webhooks that are left to work are followed in %d steps, a thousand in each",
  (count, steps) => {
    const parents = Array.from(
      { length: count + 1 },
      (_, index) => Given.webhook({ id: Given.webhookId(index), cloned })
    )
    const webhooks = parents.map(({ id }) => id)
    const first = webhooks[0]!
    const store = new FactStore([
      put(Accounts, Given.account({ id: profile, type: "profile", organization, numbers: [] })),
      ...parents.map((parent) => put(Webhooks, parent)),
      put(ClonedWebhooksRows, { account: organization, webhooks })
    ])
    store.hold(ProfileClonesWork.due({ organization, profile, last: first }, organization, Given.now))
    const lasts: Array<string> = []
    while (store.work.size > 0) {
      const [next] = store.work.values()
      const lease = store.claim(next!.work)!
      lasts.push(ProfileClonesWork.target(lease).last)
      expect(lasts.length).toBeLessThanOrEqual(steps)
      store.run(ProfileClones.FollowProfile, { lease }, Given.now, Given.ids())
    }
    expect(lasts).toStrictEqual([first, webhooks[1000]!].slice(0, steps))
    const clones = store.values(Webhooks).flatMap(({ account, parent }) => account === profile ? [parent] : [])
    expect(clones).toStrictEqual(webhooks.slice(1))
  }
)
