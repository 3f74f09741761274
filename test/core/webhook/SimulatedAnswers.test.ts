/** The answers of a sandbox to whoever changes or tests a webhook: what was asked for, on what is made up (decisions 5.1). */
import * as Decoding from "@signalbox/core/internal/operation/Decoding"
import { CreateWebhook } from "@signalbox/core/internal/webhook/CreateWebhook"
import { RotateSecret } from "@signalbox/core/internal/webhook/RotateSecret"
import { TestWebhook } from "@signalbox/core/internal/webhook/TestWebhook"
import { ToggleWebhook } from "@signalbox/core/internal/webhook/ToggleWebhook"
import { UpdateWebhook } from "@signalbox/core/internal/webhook/UpdateWebhook"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const account = Given.account()
const caller = { account, keyAccount: account }
const id = Given.webhookId(7)
const secret = "whsec_c2FuZGJveC1wbGFjZWhvbGRlci1zZWNyZXQtMDAwMDA="
const now = "2030-01-15T12:34:56.789Z"

/** The webhook that is made up where none is looked up. */
const madeUp = {
  id,
  customer_id: account.id,
  display_name: "sandbox",
  endpoint_url: "https://sandbox.invalid/",
  signing_secret: null,
  is_active: true,
  event_types: ["message"],
  event_filters: null,
  retry_count: 3,
  timeout_seconds: 30,
  last_delivery_attempt_at: null,
  last_successful_delivery_at: null,
  consecutive_failures: 0,
  created_at: now,
  updated_at: now
}

const asked = <B>(body: B) => ({ path: { id }, query: {}, body, consulted: undefined })
const body = { display_name: "Orders", endpoint_url: "https://example.com/hook", event_types: ["contact"] } as const
const shown = { display_name: "Orders", endpoint_url: "https://example.com/hook", event_types: ["contact"] }

it("a test of an event that there is not is told what would be right", () => {
  const decode = Decoding.decoder(TestWebhook.body)
  for (const event_type of ["message", "template.approved", "Message.sent", ""]) {
    expect(decode({ event_type }).violations).toStrictEqual([{
      field: "event_type",
      code: "VALIDATION_006",
      message: "must be the name of an event, such as message.sent"
    }])
  }
  expect(decode({ event_type: "templates" })).toStrictEqual({ value: { event_type: "templates" }, violations: [] })
})

describe("a sandbox answers", () => {
  it("a new webhook whole, with the secret of every sandbox", () => {
    const made = CreateWebhook.simulate?.({ path: {}, query: {}, body, consulted: id }, caller, Given.now, Given.ids())
    expect(made).toStrictEqual({
      ...madeUp,
      ...shown,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) as unknown,
      signing_secret: secret,
      updated_at: null
    })
  })

  it("a replacement with what it says, and the rest as it is made up", () => {
    const update = (more: object) =>
      UpdateWebhook.simulate?.(asked({ ...body, ...more }), caller, Given.now, Given.ids())
    expect(update({})).toStrictEqual({ ...madeUp, ...shown })
    expect(update({ retry_count: 5, timeout_seconds: 7, event_filters: { contact: ["opt_in"] } })).toStrictEqual({
      ...madeUp,
      ...shown,
      retry_count: 5,
      timeout_seconds: 7,
      event_filters: { contact: ["opt_in"] }
    })
  })

  it("a switch with what it was switched to", () => {
    for (const is_active of [true, false]) {
      expect(ToggleWebhook.simulate?.(asked({ is_active }), caller, Given.now, Given.ids())).toStrictEqual({
        ...madeUp,
        is_active
      })
    }
  })

  it("a new secret with that of every sandbox, and a test by what it is", () => {
    expect(RotateSecret.simulate?.(asked({}), caller, Given.now, Given.ids())).toStrictEqual({ signing_secret: secret })
    const test = TestWebhook.simulate?.(
      { ...asked({ event_type: "message.sent" }), consulted: null },
      caller,
      Given.now,
      Given.ids()
    )
    expect(test).toStrictEqual({ success: true, message: "Nothing was delivered: this is a sandbox." })
  })
})
