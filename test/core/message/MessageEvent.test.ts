/**
 * The webhook body of a message event: keys, order and rules of decisions 7.1 and 7.2.
 */
import type { Channel, Requested, Shown } from "@signalbox/core/Channel"
import type { EventName } from "@signalbox/core/EventName"
import type { EventId } from "@signalbox/core/Id"
import * as MessageEvent from "@signalbox/core/internal/message/MessageEvent"
import type { Message } from "@signalbox/core/Message"
import { Status } from "@signalbox/core/Message"
import { table } from "@signalbox/core/MessageState"
import * as OutcomeCode from "@signalbox/core/OutcomeCode"
import * as Rendered from "@signalbox/core/Rendered"
import { message as anyMessage } from "@signalbox/testing/generate/Messages"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const rendered = Rendered.fromText

const names = [...new Set(table.flatMap(({ event }) => event === null ? [] : [event]))]
const name = fc.constantFrom<EventName>(...names)
const beforeRoute = ["message.queued", "message.routed", "message.scheduled"]
const withReason = ["message.failed", "message.filtered", "message.blocked"]

/** A message as it stands when this event is fired. */
const reached = (event: EventName, parts: Partial<Message> = {}): Message => {
  const status = Status.literals.find((each) => event === `message.${each.toLowerCase()}`)!
  return Given.message({ status, code: withReason.includes(event) ? "DELIVERY_005" : null, ...parts })
}

const always = [
  "updated_at",
  "account_id",
  "message_id",
  "template_id",
  "template_name",
  "outbound_number",
  "message_status",
  "channel",
  "body"
]

describe("MessageEvent.payload", () => {
  it.each(names)("of %s has the keys of decisions 7.2 in their order, and no other [EVT-027, EVT-029]", (event) => {
    const payload = MessageEvent.payload(
      event,
      reached(event, { channel: "sms", rendered: rendered("text") }),
      Given.now
    )
    expect(Object.keys(payload)).toEqual([
      ...always,
      ...(withReason.includes(event) ? ["reason_code", "reason"] : []),
      "template_revision"
    ])
  })

  it("has these values", () => {
    const message = reached("message.sent", { channel: "whatsapp", rendered: rendered("Hello") })
    expect(JSON.stringify(MessageEvent.payload("message.sent", message, Given.now))).toBe(JSON.stringify({
      updated_at: "2030-01-15T12:34:56Z",
      account_id: message.account,
      message_id: message.id,
      template_id: message.template!.id,
      template_name: "order_shipped",
      outbound_number: "+12015550001",
      message_status: "SENT",
      channel: "whatsapp",
      body: "Hello",
      template_revision: 1
    }))
  })

  it("without a template has a null id and no name", () => {
    const payload = MessageEvent.payload("message.queued", reached("message.queued", { template: null }), Given.now)
    expect(Object.keys(payload)).toEqual(always.filter((key) => key !== "template_name"))
    expect(payload["template_id"]).toBe(null)
  })

  it.each(withReason as ReadonlyArray<EventName>)("of %s says why, in a code and a sentence", (event) => {
    const payload = MessageEvent.payload(event, reached(event), Given.now)
    expect(payload["reason_code"]).toBe("DELIVERY_005")
    expect(payload["reason"]).toBe(OutcomeCode.reason("DELIVERY_005"))
  })

  prop("says why on failed, filtered and blocked only [EVT-035]", name, anyMessage, (event, message) => {
    const { status } = reached(event)
    const payload = MessageEvent.payload(event, { ...message, status, code: "DELIVERY_005" }, Given.now)
    expect("reason_code" in payload).toBe(withReason.includes(event))
    expect("reason" in payload).toBe(withReason.includes(event))
  })

  const requested = fc.constantFrom<Requested>("auto_detect", "sms", "whatsapp", "rcs", "mms")
  const channel = fc.constantFrom<Channel>("sms", "whatsapp", "rcs", "mms")

  prop(
    "shows what was asked for on queued, routed and scheduled, the attempt's channel later [EVT-037, EVT-038]",
    name,
    requested,
    channel,
    (event, asked, used) => {
      const message = reached(event, { requested: asked, channel: used, rendered: rendered("text") })
      expect(MessageEvent.payload(event, message, Given.now)["channel"]).toBe(
        beforeRoute.includes(event) ? asked : used
      )
    }
  )

  prop("shows `auto` when it ended without a route [EVT-039]", requested, (asked) => {
    for (const event of ["message.failed", "message.filtered", "message.blocked"] as const) {
      const message = reached(event, { requested: asked, channel: "auto" as Shown })
      expect(MessageEvent.payload(event, message, Given.now)).toMatchObject({ channel: "auto", body: null })
    }
  })

  prop("has no body before there is one, and none of an attempt that was given up [EVT-032]", name, (event) => {
    expect(MessageEvent.payload(event, reached(event), Given.now)["body"]).toBe(null)
    const message = reached(event, { channel: "sms", rendered: rendered("text") })
    expect(MessageEvent.payload(event, message, Given.now)["body"]).toBe("text")
    expect(MessageEvent.payload(event, message, Given.now, { isAbandoned: true })["body"]).toBe(null)
  })

  it.each([[3071, 3071], [3072, 3072], [3073, 3072], [5000, 3072]])(
    "of a text of %i characters shows %i [EVT-031, LIM-016]",
    (length, shown) => {
      const message = reached("message.sent", { rendered: rendered("x".repeat(length)) })
      expect(MessageEvent.payload("message.sent", message, Given.now)["body"]).toBe("x".repeat(shown))
    }
  )
})

describe("MessageEvent.make", () => {
  const id = "01900000-0000-7000-8000-000000000001" as EventId

  prop("is the envelope of decisions 7.1, in its order [EVT-013, EVT-016, EVT-017, EVT-018]", name, (event) => {
    const message = reached(event, { channel: "sms", rendered: rendered("text") })
    const made = MessageEvent.make(id, event, message, Given.now)
    expect(made).toMatchObject({ id, account: message.account, name: event, at: Given.now })
    const envelope = JSON.parse(made.body) as { readonly payload: { readonly message_status: string } }
    expect(Object.entries(envelope).slice(0, 3)).toEqual([
      ["field", "message"],
      ["event", event],
      ["timestamp", "2030-01-15T12:34:56Z"]
    ])
    expect(Object.keys(envelope)[3]).toBe("payload")
    expect(Object.keys(envelope)).toHaveLength(4)
    expect(envelope.payload).toEqual(MessageEvent.payload(event, message, Given.now))
    // The name and the status agree.
    expect(event).toBe(`message.${envelope.payload.message_status.toLowerCase()}`)
  })
})
