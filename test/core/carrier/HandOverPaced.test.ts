/** Hand-overs from senders that have a pace (decisions 18.6): none goes out before its sender has been asked for room. */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import { DispatchOn } from "@signalbox/core/internal/carrier/DispatchOn"
import { HandOver } from "@signalbox/core/internal/carrier/HandOver"
import { Messages } from "@signalbox/core/Message"
import type { NumberPool } from "@signalbox/core/NumberPool"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import { scene } from "../history/Life.ts"
import type { HistorySubject } from "../history/Subject.ts"

const pool: NumberPool = { channel: "sms", country: "US", pace: { perSecond: 5 } }

/** The numbers end on these digits. */
const pooled = (numbers: ReadonlyArray<number>, more: Partial<NumberPool> = {}): HistorySubject => {
  const made = scene({
    segments: 2,
    numbers: numbers.map((number) => ({ number: Given.phone(number), channels: ["sms"], country: "US" }))
  })
  made.service.change({ numberPools: [{ ...pool, ...more }] })
  return made
}

const take = (made: HistorySubject, sender?: string) => {
  const lease = made.service.store.claim(made.due("submission", 0)!.work)!
  const { settings } = made.service
  return made.service.run(HandOver, { lease, settings, ...sender === undefined ? {} : { sender } })
}

const at = (number: number) => ({ from: Given.phone(number), perSecond: 5 })

describe("a message whose sender has a pace", () => {
  it.each([[[9000]], [[9000, 9001]]])("is left to its line by its dispatch: of %j", (numbers) => {
    const made = pooled(numbers)
    const lease = made.service.store.claim(made.dispatches[0]!.work)!
    const { now, settings } = made.service
    const askable = new Set([Given.carrierId("one")])
    expect(made.service.run(DispatchOn, { lease, settings, at: now, askable })).toEqual({ _tag: "Over" })
    expect([...made.service.store.work.values()].map(({ work }) => work.kind)).toEqual(["submission"])
  })

  it("waits for room at the first of its senders that has some, with all of its parts", () => {
    const made = pooled([9000, 9001])
    made.dispatch()
    const before = made.message
    const first = before.attempts[0]?.from
    const [own, other] = first === Given.phone(9000) ? [9000, 9001] : [9001, 9000]
    expect(take(made)).toStrictEqual({ _tag: "Pace", senders: [at(own), at(other)], parts: 2 })
    expect(take(made, Given.phone(9002))).toStrictEqual({ _tag: "Pace", senders: [at(own), at(other)], parts: 2 })
    expect(made.message).toStrictEqual(before)
    expect(take(made, Given.phone(other))).toMatchObject({ _tag: "Ask", submission: { from: Given.phone(other) } })
    expect(made.message.attempts).toMatchObject([{ from: Given.phone(other), handedOver: { times: 1 } }])
  })

  it("leaves from its own where that has room, and from no other one where the pool waits", () => {
    const made = pooled([9000, 9001])
    made.dispatch()
    const own = made.message.attempts[0]!.from!
    expect(take(made, own)).toMatchObject({ _tag: "Ask", submission: { from: own } })
    const waiting = pooled([9000, 9001], { whenPaced: "wait" })
    waiting.dispatch()
    expect(take(waiting)).toStrictEqual({ _tag: "Pace", senders: [{ from: own, perSecond: 5 }], parts: 2 })
  })

  it("waits for its own sender alone where it is an answer", () => {
    const made = pooled([9000, 9001])
    const from = Given.phone(9001)
    made.service.store.put(put(Messages, { ...made.message, autoReply: { inbound: null, from } }))
    made.dispatch()
    expect(take(made)).toStrictEqual({ _tag: "Pace", senders: [at(9001)], parts: 2 })
  })

  it("waits for numbers last that joined after its recipient became known", () => {
    const numbers = [9000, 9001, 9002, 9003]
    const sendersOf = (made: HistorySubject): ReadonlyArray<string> => {
      made.dispatch()
      const answer = take(made)
      return answer !== "superseded" && answer._tag === "Pace" ? answer.senders.map(({ from }) => from) : []
    }
    const [first, second, ...others] = sendersOf(pooled(numbers))
    expect(others).toHaveLength(2)
    const made = pooled(numbers)
    const own = made.service.store.get(Accounts, Given.accountId(1))!.numbers
    const since = plus(Given.contact().createdAt, 1)
    made.service.change({ numbers: own.map((each) => each.number === second ? { ...each, since } : each) })
    expect(sendersOf(made)).toEqual([first, ...others, second])
  })

  it("does not wait where the pool has no pace", () => {
    const { pace: _, ...free } = pool
    const made = pooled([9000])
    made.service.change({ numberPools: [free] })
    made.dispatch()
    expect(take(made)).toMatchObject({ _tag: "Ask", submission: { from: Given.phone(9000) } })
  })
})
