/**
 * As many messages of a template a day as the account may send (decisions 8.3, BUSINESS_020), also when two are taken
 * up at once.
 */
import { plus } from "@signalbox/core/value/Instant"
import { describe, expect, it } from "vitest"
import { HistoryService } from "./HistorySubject.ts"
import type { World } from "./HistoryWorld.ts"
import { plain } from "./HistoryWorld.ts"

const day = 24 * 3_600_000
const { asked: [message] } = plain({})

const service = (dailyLimit: number, parts: Partial<World> = {}): HistoryService =>
  new HistoryService({
    ...plain({ carriers: [{ id: "one", channels: ["sms"] }], dailyLimit }),
    asked: [message, message],
    ...parts
  })

const statuses = ({ messages }: HistoryService) => messages.map((each) => [each.message.status, each.message.code])

describe("the day's limit of an account", () => {
  it("stops the message that goes beyond it, and none on the next UTC day [STM-023]", () => {
    const made = service(1)
    const [one, other] = made.messages
    one!.dispatch()
    other!.dispatch()
    expect(statuses(made)).toEqual([["ROUTED", null], ["BLOCKED", "BUSINESS_020"]])
    made.now = plus(made.now, day)
    expect(other!.resend()).toBe(null)
    other!.dispatch()
    expect(statuses(made)).toEqual([["ROUTED", null], ["ROUTED", null]])
  })

  it("lets one of two pass that are taken up at once [STM-023]", () => {
    const made = service(1)
    const [one, other] = made.messages
    made.meanwhile = () => void other!.dispatch()
    one!.dispatch()
    expect(statuses(made)).toEqual([["BLOCKED", "BUSINESS_020"], ["ROUTED", null]])
    expect([...made.store.counts.values()]).toEqual([1])
  })

  it("does not count free-form messages", () => {
    const text = { ...message, isFreeForm: true }
    const made = service(0, { asked: [text, text] })
    made.receive("sms")
    for (const each of made.messages) each.dispatch()
    expect(statuses(made)).toEqual([["ROUTED", null], ["ROUTED", null]])
  })
})
