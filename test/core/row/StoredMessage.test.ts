/**
 * A store keeps all of a message, and the same text of it however it was read; a step changes only the beginning of that.
 */
import type { Activity, Message } from "@signalbox/core/Message"
import { Messages } from "@signalbox/core/Message"
import type { Money } from "@signalbox/core/Money"
import { message } from "@signalbox/testing/generate/Messages"
import { prop } from "@signalbox/testing/Prop"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const text = (value: unknown): string => JSON.stringify(Messages.stored.encode(value))

const cent = 10_000 as Money

const line: Activity = {
  status: "SENT",
  reached: true,
  at: Given.now,
  description: "accepted",
  from: null,
  price: null,
  activeContactPrice: null,
  code: null,
  scheduledAt: null
}

describe("the stored text of a message", () => {
  prop("is the same when it was read in between", message, (value) => {
    const before = text(value)
    expect(text(Messages.stored.decode(JSON.parse(before), value.id))).toBe(before)
  })

  prop("is read as the message that was written", message, (value) => {
    expect(Messages.stored.decode(JSON.parse(text(value)), value.id)).toEqual(value)
  })

  it.each<Partial<Activity>>([
    {},
    { reached: false },
    { from: Given.phone(9) },
    { price: cent },
    { activeContactPrice: cent },
    { code: "DELIVERY_002" },
    { scheduledAt: Given.now },
    { leftOut: [{ channel: "sms", carrier: Given.carrierId("sms-b"), reason: "no_sender" }] }
  ])("keeps of a line what it alone has: %j", (parts) => {
    const value = Given.message({ history: [line, { ...line, ...parts }, line] })
    expect(Messages.stored.decode(JSON.parse(text(value)), value.id)).toStrictEqual(value)
  })

  it("has of a hand-over and of a report what the attempt has, and nothing else", () => {
    const handedOver = { token: 7, times: 2 }
    const attempts = [
      Given.attempt(),
      Given.attempt({ handedOver }),
      Given.attempt({ handedOver: { ...handedOver, withDispatch: true }, report: "DELIVERED", deadline: null })
    ]
    const value = Given.message({ attempts })
    expect(Messages.stored.decode(JSON.parse(text(value)), value.id)).toStrictEqual(value)
  })

  prop("ends as before when a step adds a line to the history", message, (value) => {
    const before = text(value)
    const step: Message = { ...value, status: "SENT", history: [...value.history, line] }
    const kept = before.slice(before.indexOf(`"l":[`) + `"l":[`.length)
    expect(text(step).endsWith(kept)).toBe(true)
  })
})
