/** An event and its deliveries keep their ids and results once their account keeps no bodies any longer (decisions 17.6). */
import type { EventId } from "@signalbox/core/Id"
import * as Fanout from "@signalbox/core/internal/delivery/Fanout"
import * as RedactedEvent from "@signalbox/core/internal/privacy/RedactedEvent"
import type { Delivery, Event } from "@signalbox/core/internal/row/Delivery"
import type { Json } from "@signalbox/core/Json"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const event = (body: Json): Event => ({
  id: "e0000000-0000-7000-8000-000000000001" as EventId,
  account: Given.accountId(1),
  name: "message.sent",
  at: Given.now,
  body: JSON.stringify(body)
})

const id = Given.messageId(1)

describe("an event", () => {
  it("keeps its envelope, and of its payload the ids alone", () => {
    const envelope = { event: "message.sent", field: "messages", timestamp: "2030-01-15T12:34:56Z" }
    const payload = {
      message_id: id,
      account_id: Given.accountId(1),
      template_id: null,
      carrier_id: "not an id",
      number_id: 7,
      id,
      reference: id,
      upper_id: id.toUpperCase().replace("0", "A"),
      longer_id: `${id}0`,
      before_id: ` ${id}`,
      text: "Hello",
      inner: { message_id: id }
    }
    const whole = event({ ...envelope, payload })
    const left = RedactedEvent.event(whole)
    const kept = { message_id: id, account_id: Given.accountId(1) }
    expect(left).toStrictEqual({ ...whole, body: JSON.stringify({ ...envelope, payload: kept }) })
    expect(RedactedEvent.event(left)).toBe(left)
  })

  it.each<[body: Json]>([[{}], [{ payload: {} }], [{ payload: null }], [{ payload: ["text"] }], [[]], [null], [
    "text"
  ]])(
    "that has no payload stays as it is: %j",
    (body) => {
      const whole = event(body)
      expect(RedactedEvent.event(whole)).toBe(whole)
    }
  )
})

describe("a delivery", () => {
  const attempt = (responseBody: string | null) => ({
    at: Given.now,
    millis: 5,
    httpStatus: 200,
    responseBody,
    errorMessage: null
  })
  const delivery = (parts: Partial<Delivery>): Delivery => ({
    ...Fanout.delivery(event({}), Given.webhookId(1)),
    ...parts
  })

  it.each<[parts: Partial<Delivery>]>([
    [{ responseBody: "Hello", log: [attempt(null)] }],
    [{ responseBody: null, log: [attempt(null), attempt("Hello")] }],
    [{ responseBody: null, log: [attempt("Hello"), attempt(null)] }]
  ])("loses every answer of its endpoint: %j", (parts) => {
    const whole = delivery(parts)
    expect(RedactedEvent.delivery(whole))
      .toStrictEqual({ ...whole, responseBody: null, log: parts.log?.map(() => attempt(null)) })
  })

  it.each<[parts: Partial<Delivery>]>([
    [{ responseBody: null }],
    [{ responseBody: null, log: [] }],
    [{ responseBody: null, log: [attempt(null)] }]
  ])("that was never answered stays as it is: %j", (parts) => {
    const whole = delivery(parts)
    expect(RedactedEvent.delivery(whole)).toBe(whole)
  })
})
