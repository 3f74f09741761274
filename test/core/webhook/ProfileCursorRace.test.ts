/**
 * The cursor over the clones of a webhook misses none, while the webhook or a profile changes between its decision and
 * its commit.
 */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import * as Clone from "@signalbox/core/internal/webhook/Clone"
import { WebhookClonesWork } from "@signalbox/core/internal/webhook/CloneWork"
import { FollowWebhook } from "@signalbox/core/internal/webhook/WebhookClones"
import { Webhooks } from "@signalbox/core/Webhook"
import type { Webhook } from "@signalbox/core/Webhook"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const organization = Given.account()
const profile = Given.account({
  id: Given.accountId(2),
  type: "profile",
  organization: organization.id,
  numbers: []
})
const parent = Given.webhook({ cloned: { eventTypes: ["message"], eventFilters: null } })

/** Moves the cursor once over the profiles, while something happens between the decision and its commit. */
const walk = (meanwhile: (store: FactStore) => void) => {
  const store = new FactStore([put(Accounts, organization), put(Accounts, profile), put(Webhooks, parent)])
  const edition = Clone.editionOf(parent)
  const target = { organization: organization.id, webhook: parent.id, edition, seen: 0, last: null }
  const lease = store.hold(WebhookClonesWork.due(target, organization.id, Given.now))
  store.run(FollowWebhook, { lease }, plus(Given.now, 1), Given.ids(), () => meanwhile(store))
  return store.values(Webhooks).filter(({ id }) => id !== parent.id)
}

it("makes a clone where nothing happens meanwhile", () => {
  expect(walk(() => {})).toMatchObject([{ account: profile.id, endpointUrl: parent.endpointUrl }])
})

it("leaves no clone on a profile that is deleted meanwhile", () => {
  expect(walk((store) => store.put(put(Accounts, { ...profile, deletedAt: Given.now })))).toEqual([])
})

it("leaves no clone as the webhook was before a change of it meanwhile, which walks itself", () => {
  const changed: Webhook = { ...parent, endpointUrl: "https://example.com/later", edition: 1 }
  expect(walk((store) => store.put(put(Webhooks, changed)))).not.toMatchObject([{ endpointUrl: parent.endpointUrl }])
})
