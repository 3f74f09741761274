/** The API shows each time of a webhook from its own place (specification "Webhook"). */
import { plus } from "@signalbox/core/Instant"
import * as WebhookResource from "@signalbox/core/internal/webhook/WebhookResource"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const minutes = (count: number) => plus(Given.now, count * 60_000)
const shown = (count: number) => new Date(minutes(count)).toISOString()

const webhook = Given.webhook({ createdAt: minutes(1), updatedAt: minutes(2) })

describe("a webhook's resource", () => {
  it("tells when it was made and changed, when it was tried and when it took something", () => {
    const endpoint = {
      webhook: webhook.id,
      consecutiveFailures: 3,
      failingSince: minutes(3),
      waitsUntil: null,
      lastAttemptAt: minutes(4),
      lastSuccessAt: minutes(3)
    }
    expect(WebhookResource.fromWebhook(webhook, endpoint)).toMatchObject({
      created_at: shown(1),
      updated_at: shown(2),
      last_successful_delivery_at: shown(3),
      last_delivery_attempt_at: shown(4),
      consecutive_failures: 3
    })
  })

  it("tells of nothing that has not been", () => {
    expect(WebhookResource.fromWebhook({ ...webhook, updatedAt: null }, null)).toMatchObject({
      updated_at: null,
      last_successful_delivery_at: null,
      last_delivery_attempt_at: null,
      consecutive_failures: 0
    })
  })

  it("shows the secret only when it is told to", () => {
    expect(WebhookResource.fromWebhook(webhook, null, webhook.secret).signing_secret).toBe(webhook.secret)
    expect(WebhookResource.fromWebhook(webhook, null).signing_secret).toBeNull()
  })
})
