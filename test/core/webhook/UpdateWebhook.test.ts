/** A replacement of a webhook leaves what its body does not name, and one that would tell nobody anything is refused. */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import { UpdateWebhook } from "@signalbox/core/internal/webhook/UpdateWebhook"
import type { WebhookBody } from "@signalbox/core/internal/webhook/WebhookBody"
import type { Webhook } from "@signalbox/core/Webhook"
import { Webhooks } from "@signalbox/core/Webhook"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const account = Given.account()
const caller = { account, keyAccount: account }
const now = plus(Given.now, 1000)
const clones = { eventTypes: ["contact"], eventFilters: null } as const
const webhook = Given.webhook({ eventTypes: [], subscribes: [], retryCount: 5, timeoutSeconds: 120, edition: 3 })
const body = { display_name: "New", endpoint_url: "https://example.com/new" }

/** Replaces a webhook, and returns the refusal, or the webhook as it is kept. */
const replace = (before: Webhook, more: Partial<WebhookBody>) => {
  const store = new FactStore([put(Accounts, account), put(Webhooks, before)])
  const asked = { path: { id: before.id }, query: {}, body: { ...body, ...more }, caller, consulted: undefined }
  return Result.match(store.run(UpdateWebhook.decides, asked, now, Given.ids()), {
    onSuccess: () => store.get(Webhooks, before.id),
    onFailure: (refused) =>
      refused._tag === "Refused" ? { code: refused.code, details: { ...refused.details } } : refused
  })
}

const replaced = { ...webhook, displayName: "New", endpointUrl: "https://example.com/new", edition: 4, updatedAt: now }
const nothing = {
  code: "VALIDATION_001",
  details: { event_types: ["must contain at least one event family, unless sender_profile does"] }
}

it.each<readonly [name: string, cloned: Webhook["cloned"], more: Partial<WebhookBody>, kept: object]>([
  ["no events stays when it has clones", clones, {}, { ...replaced, cloned: clones }],
  ["no events stays when its clones are not named", clones, { sender_profile: null }, { ...replaced, cloned: clones }],
  [
    "no events gets other clones",
    clones,
    { sender_profile: { event_types: ["templates"], event_filters: { templates: ["approved"] } } },
    { ...replaced, cloned: { eventTypes: ["templates"], eventFilters: { templates: ["approved"] } } }
  ],
  ["no events is refused without clones", undefined, { event_types: null }, nothing],
  ["no events is refused when its clones go", clones, { sender_profile: { event_types: [] } }, nothing],
  [
    "events may do without clones, and each family counts once",
    clones,
    {
      event_types: ["contact", "contact"],
      event_filters: { contact: ["opt_in"] },
      retry_count: 1,
      timeout_seconds: 7,
      sender_profile: { event_types: null }
    },
    {
      ...replaced,
      eventTypes: ["contact"],
      eventFilters: { contact: ["opt_in"] },
      subscribes: ["contact.opt_in"],
      retryCount: 1,
      timeoutSeconds: 7
    }
  ]
])("a webhook with %s", (_, cloned, more, kept) => {
  expect(replace({ ...webhook, ...(cloned === undefined ? {} : { cloned }) }, more)).toStrictEqual(kept)
})

it("a clone that its profile moves elsewhere gets a secret of its own, and keeps its parent's otherwise", () => {
  const clone = { ...webhook, parent: Given.webhookId(9), eventTypes: ["contact"] as const }
  const moved = replace(clone, { event_types: ["contact"] })
  expect(moved).toMatchObject({ parent: Given.webhookId(9), edition: 3, endpointUrl: body.endpoint_url })
  expect(moved).not.toMatchObject({ secret: clone.secret })
  const renamed = replace(clone, { event_types: ["contact"], endpoint_url: clone.endpointUrl })
  expect(renamed).toMatchObject({ displayName: "New", secret: clone.secret, edition: 3 })
  // Whose webhook it is has chosen both.
  expect(replace(webhook, { event_types: ["contact"] })).toMatchObject({ secret: webhook.secret, edition: 4 })
})
