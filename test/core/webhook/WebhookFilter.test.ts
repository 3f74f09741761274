/** The filters of webhooks and of their logs: an empty text is none, and a wrong one is told all that there are. */
import * as EventName from "@signalbox/core/EventName"
import * as WebhookFilter from "@signalbox/core/internal/webhook/WebhookFilter"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"

const webhooks = Schema.decodeUnknownResult(Schema.Struct(WebhookFilter.webhookFields))
const events = Schema.decodeUnknownResult(Schema.Struct(WebhookFilter.eventFields))

it.each<readonly [what: string, decoded: Result.Result<unknown, Schema.SchemaError>, choices: string]>([
  ["whether it is active", webhooks({ is_active: "yes" }), "true, false"],
  ["an event", events({ event_type: "message" }), EventName.all.join(", ")],
  ["a status", events({ delivery_status: "delivered" }), "PENDING, RETRYING, DELIVERED, FAILED"]
])("a wrong filter of %s is told its choices", (_, decoded, choices) => {
  expect(Result.isFailure(decoded) ? String(decoded.failure) : "").toContain(`must be one of: ${choices}\n`)
})

it("an empty text filters nothing, and every other one does", () => {
  expect([WebhookFilter.webhooks({}), WebhookFilter.events({})]).toStrictEqual([{}, {}])
  expect(WebhookFilter.webhooks({ is_active: "" })).toStrictEqual({})
  expect(WebhookFilter.webhooks({ is_active: "false", search: "a" })).toStrictEqual({ search: "a", active: "false" })
  expect(WebhookFilter.events({ delivery_status: "", event_type: "" })).toStrictEqual({})
  expect(WebhookFilter.events({ delivery_status: "FAILED", event_type: "message.sent", search: "" })).toStrictEqual({
    search: "",
    event: "message.sent",
    status: "FAILED"
  })
})
