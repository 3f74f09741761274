/**
 * As many messages of a template a day as the account may send (decisions 8.3, BUSINESS_020), also when two are taken
 * up at the same time.
 */
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import { make, plus } from "@signalbox/core/Instant"
import * as DailyLimit from "@signalbox/core/internal/dispatch/DailyLimit"
import { Messages } from "@signalbox/core/Message"
import * as Needs from "@signalbox/core/Needs"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { HistoryService } from "../history/Subject.ts"
import type { World } from "../history/World.ts"
import { plain } from "../history/World.ts"

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

  it("counts a message on the day on which it is taken up, however late that is decided [STM-023]", () => {
    const made = service(1)
    const [one, other] = made.messages
    const midnight = make(Date.UTC(2030, 0, 16))
    made.now = plus(midnight, 1)
    one!.dispatch(one!.dispatches[0], plus(midnight, -1))
    expect([...made.store.counts.keys()].map((counter) => counter.slice(-10))).toEqual(["2030-01-15"])
    // The next day has room of its own, and the day before has none left.
    other!.dispatch(other!.dispatches[0], plus(midnight, -1))
    expect(statuses(made)).toEqual([["ROUTED", null], ["BLOCKED", "BUSINESS_020"]])
    expect(other!.resend()).toBe(null)
    other!.dispatch(other!.dispatches.at(-1), midnight)
    expect(statuses(made)).toEqual([["ROUTED", null], ["ROUTED", null]])
  })

  it("is one for each account and each template", () => {
    const made = service(1)
    const [one, other] = made.messages
    one!.dispatch()
    const { template } = other!.message
    const second = { ...Given.template(), id: Given.templateId(2) }
    made.store.put(put(Templates, second))
    made.store.put(put(TemplateRevisions, revisionOf(second)))
    made.store.put(put(Messages, { ...other!.message, template: { ...template!, id: second.id } }))
    other!.dispatch()
    expect(statuses(made)).toEqual([["ROUTED", null], ["ROUTED", null]])
    expect([...made.store.counts.keys()].toSorted()).toEqual([
      `daily/${Given.accountId(1)}/${Given.templateId(1)}/2030-01-15`,
      `daily/${Given.accountId(1)}/${Given.templateId(2)}/2030-01-15`
    ])
  })

  it("lets one of two pass that are taken up at the same time [STM-023]", () => {
    const made = service(1)
    const [one, other] = made.messages
    made.meanwhile = () => void other!.dispatch()
    one!.dispatch()
    expect(statuses(made)).toEqual([["BLOCKED", "BUSINESS_020"], ["ROUTED", null]])
    expect([...made.store.counts.values()]).toEqual([1])
  })

  it("is counted once for each send, up to the limit, and neither without one nor for a text", () => {
    const limited = Given.account({ dailyMessageLimit: 7 })
    const sent = Given.message({ send: 3 })
    const counter = `daily/${limited.id}/${Given.templateId(1)}/2030-01-15`
    expect(DailyLimit.count(limited, sent, Given.now)).toStrictEqual([
      { counter, by: 1, ceiling: 7, once: `daily:${sent.id}/3` }
    ])
    const facts = { ...Facts.empty, counters: new Map([[counter, 5]]) }
    expect(DailyLimit.today(facts, limited, sent, Given.now)).toStrictEqual({ sent: 5, limit: 7 })
    expect(DailyLimit.needs(limited, sent, Given.now)).toStrictEqual(Needs.counter(counter))
    for (
      const [account, each] of [[null, sent], [Given.account(), sent], [limited, { ...sent, template: null }]] as const
    ) {
      expect(DailyLimit.count(account, each, Given.now)).toStrictEqual([])
      expect(DailyLimit.today(Facts.empty, account, each, Given.now)).toBeNull()
      expect(DailyLimit.needs(account, each, Given.now)).toStrictEqual(Needs.none)
    }
  })

  it("does not count free-form messages", () => {
    const text = { ...message, isFreeForm: true }
    const made = service(0, { asked: [text, text] })
    made.receive("sms")
    for (const each of made.messages) each.dispatch()
    expect(statuses(made)).toEqual([["ROUTED", null], ["ROUTED", null]])
  })
})
