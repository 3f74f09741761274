/**
 * A hand-over judges once more the account, its sender and the revision of the template, besides its recipient and the
 * hour (decisions 4.1 "Hand-over", "Template at release").
 */
import type { Account } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import { displacedBy } from "@signalbox/core/internal/carrier/Clearance"
import { HandOver } from "@signalbox/core/internal/carrier/HandOver"
import type { Message } from "@signalbox/core/Message"
import type { Template } from "@signalbox/core/Template"
import { Templates } from "@signalbox/core/Template"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { HistoryService, HistorySubject } from "../history/Subject.ts"
import { first } from "../history/Subject.ts"
import { plain } from "../history/World.ts"

const one = [{ id: "one", channels: ["sms"] }] as const
const two = [...one, { id: "two", channels: ["sms"] }] as const

const routed = (carriers: typeof one | typeof two = two): HistorySubject => {
  const made = first(plain({ carriers }))
  made.dispatch()
  return made
}

const later = (made: HistorySubject, millis: number): void => {
  made.service.now = plus(made.service.now, millis)
}

/** A worker takes the hand-over up: what it is to do, and its lease. */
const take = (made: HistorySubject, index = 0) => {
  const lease = made.service.store.claim(made.due("submission", index)!.work)!
  const answer = made.service.run(HandOver, { lease, settings: made.service.settings })
  if (answer === "superseded") throw new Error("superseded")
  return { lease, answer }
}

const attempts = ({ message }: HistorySubject) =>
  message.attempts.map(({ carrier, charge, report }) => [carrier, report, charge])

/** Changes to an account or a template while a message waits in line, each with the message's end. */
const ends: ReadonlyArray<
  readonly [what: string, happen: (service: HistoryService) => void, end: Partial<Message>, told: string]
> = [
  [
    "whose account is suspended",
    (service) => service.change({ stage: "suspended" }),
    { status: "BLOCKED", code: "BUSINESS_018" },
    "message.blocked"
  ],
  [
    "whose organization is suspended",
    (service) => service.change({ stage: "suspended" }, "organization"),
    { status: "BLOCKED", code: "BUSINESS_018" },
    "message.blocked"
  ],
  [
    "whose account is deleted",
    (service) => service.change({ deletedAt: service.now, numbers: [] }),
    { status: "CANCELLED", code: null },
    "message.cancelled"
  ],
  [
    "whose template is paused",
    (service) => service.template(false),
    { status: "BLOCKED", code: "BUSINESS_005" },
    "message.blocked"
  ],
  [
    "whose template is deleted",
    (service) => service.store.remove(Templates, Given.templateId(1)),
    { status: "BLOCKED", code: "BUSINESS_005" },
    "message.blocked"
  ]
]

const ofProfile = plain({ carriers: two, billing: "profile" })

describe("a message in line", () => {
  it.each(ends)("%s ends, is told of once, costs nothing and is at no carrier", (_, happen, end, told) => {
    const made = first(ofProfile)
    const before = made.service.balance
    made.dispatch()
    happen(made.service)
    expect(take(made).answer._tag).toBe("Over")
    expect(made.message).toMatchObject({ ...end, price: null })
    expect(made.message.history.at(-1)).toMatchObject({
      status: end.status,
      reached: true,
      code: end.code,
      from: end.status === "CANCELLED" ? null : Given.phone(9000)
    })
    expect(attempts(made)).toEqual([["one", "FAILED", "returned"]])
    expect(made.service.balance).toBe(before)
    expect(made.service.store.events.filter(({ name }) => name === told)).toHaveLength(1)
    expect(made.service.store.work.size).toBe(0)
  })

  it.each(ends)("%s between the decision and the commit of its hand-over is not handed over", (_, happen, end) => {
    const made = first(ofProfile)
    made.dispatch()
    const lease = made.service.store.claim(made.due("submission", 0)!.work)!
    made.service.meanwhile = () => happen(made.service)
    expect(made.service.run(HandOver, { lease, settings: made.service.settings })).toEqual({ _tag: "Over" })
    expect(made.message).toMatchObject(end)
  })

  it.each(ends)("%s has no next candidate, and none after a receipt", (_, happen, end) => {
    const refused = first(ofProfile)
    refused.dispatch()
    refused.handOver(0)
    happen(refused.service)
    refused.end(0, { _tag: "Refused", failure: "sender_refused", detail: null })
    if (refused.message.status === "ROUTED") refused.handOver(1)
    expect(refused.message).toMatchObject(end)

    const failed = first(ofProfile)
    failed.dispatch()
    failed.handOver(0)
    failed.end(0, { _tag: "Accepted", references: [] })
    happen(failed.service)
    failed.report(0, false, "FAILED", "sender_refused")
    failed.dispatch()
    if (failed.message.status === "ROUTED") failed.handOver(1)
    // It has been sent, so it is not cancelled.
    const isSent = end.status === "CANCELLED"
    expect(failed.message).toMatchObject(isSent ? { status: "FAILED", code: "DELIVERY_008" } : end)
  })

  it.each<readonly [what: string, happen: (service: HistoryService) => void, code: string]>([
    ["everything at the same time", (service) => {
      service.consent(true)
      service.change({ stage: "suspended", destinations: { forbid: ["US"] } })
      service.template(false)
    }, "BUSINESS_004"],
    ["what the sender can do nothing about", (service) => {
      service.change({ stage: "suspended", destinations: { forbid: ["US"] } })
      service.template(false)
    }, "BUSINESS_011"],
    ["what concerns its account and its template", (service) => {
      service.change({ stage: "suspended" })
      service.template(false)
    }, "BUSINESS_018"]
  ])("is stopped by the first gate that is closed, after %s", (_, happen, code) => {
    const made = routed()
    happen(made.service)
    take(made)
    expect(made.message.code).toBe(code)
  })

  it("of a deleted account was held before it is cancelled, and both are told", () => {
    const made = routed()
    made.service.change({ deletedAt: made.service.now })
    const before = made.service.store.events.length
    take(made)
    expect(made.service.store.events.slice(before).map(({ name }) => name)).toEqual([
      "message.scheduled",
      "message.cancelled"
    ])
    expect(made.message.scheduledAt).toBe(made.service.now)
  })
})

describe("a message whose template is not approved on a channel", () => {
  const carriers = [{ id: "one", channels: ["whatsapp", "sms"] }] as const
  const reviewed = (made: HistorySubject, channelStatuses: Template["channelStatuses"] & object): void => {
    const template = made.service.store.get(Templates, Given.templateId(1))!
    made.service.store.put(put(Templates, { ...template, channelStatuses }))
  }

  it.each(["REJECTED", "PENDING", "PAUSED"] as const)("is blocked when it is pinned to it: %s", (whatsapp) => {
    const made = first(plain({ carriers, requested: "whatsapp" }))
    reviewed(made, { whatsapp })
    made.dispatch()
    expect(made.message).toMatchObject({ status: "BLOCKED", code: "BUSINESS_005", attempts: [] })

    const inLine = first(plain({ carriers, requested: "whatsapp" }))
    inLine.dispatch()
    reviewed(inLine, { whatsapp })
    expect(take(inLine).answer._tag).toBe("Over")
    expect(inLine.message).toMatchObject({ status: "BLOCKED", code: "BUSINESS_005", price: null })
  })

  it("goes by another one when it may, also out of the line", () => {
    const made = first(plain({ carriers, requested: "auto_detect" }))
    reviewed(made, { whatsapp: "REJECTED" })
    made.dispatch()
    expect(made.message.attempts.map(({ channel }) => channel)).toEqual(["sms"])

    const inLine = first(plain({ carriers, requested: "auto_detect" }))
    inLine.dispatch()
    expect(inLine.message.attempts.map(({ channel }) => channel)).toEqual(["whatsapp"])
    reviewed(inLine, { whatsapp: "PAUSED" })
    take(inLine)
    expect(inLine.message.attempts.map(({ channel }) => channel)).toEqual(["whatsapp", "sms"])
    expect(inLine.message.history.map(({ description }) => description)).toContain(
      "the template is not approved for whatsapp any more"
    )
  })

  it("anywhere is blocked, whatever it asks for", () => {
    const made = first(plain({ carriers, requested: "auto_detect" }))
    reviewed(made, { whatsapp: "REJECTED", sms: "REJECTED", rcs: "REJECTED" })
    made.dispatch()
    expect(made.message).toMatchObject({ status: "BLOCKED", code: "BUSINESS_005" })
  })
})

const own = (number: number): Account["numbers"][number] => ({
  number: Given.phone(number),
  channels: ["sms"],
  country: "US"
})

describe("a message whose sender belongs to its account no more", () => {
  it("leaves from the sender that the account has now, by the same carrier, and pays once", () => {
    const made = routed()
    const before = made.service.balance
    made.service.change({ numbers: [own(9001)] })
    expect(take(made).answer._tag).toBe("Over")
    expect(attempts(made)).toEqual([["one", "FAILED", "returned"], ["one", null, "reserved"]])
    expect(take(made, 1).answer).toMatchObject({ _tag: "Ask", submission: { from: Given.phone(9001) } })
    expect(made.service.balance).toBe(before)
    expect(made.message.history.map(({ description }) => description)).toContain(
      "the account may not send from it any more"
    )
  })

  it("that lost it between the decision and the commit does not leave from it", () => {
    const made = routed()
    const lease = made.service.store.claim(made.due("submission", 0)!.work)!
    made.service.meanwhile = () => made.service.change({ numbers: [own(9001)] })
    expect(made.service.run(HandOver, { lease, settings: made.service.settings })).toEqual({ _tag: "Over" })
    expect(made.message.attempts.map(({ from }) => from)).toEqual([Given.phone(9000), Given.phone(9001)])
  })

  it("waits in line from wherever it went, and loses that sender too", () => {
    const made = routed()
    for (const number of [9001, 9002, 9003, 9004, 9005]) {
      made.service.change({ numbers: [own(number)] })
      expect(take(made, number - 9001).answer._tag).toBe("Over")
    }
    // None of them was a route: no carrier was asked.
    expect(take(made, 5).answer).toMatchObject({ _tag: "Ask", submission: { from: Given.phone(9005) } })
  })

  it("goes to the channel that is left, or ends as if it had never had a route", () => {
    const carriers = [{ id: "one", channels: ["rcs", "sms"] }] as const
    const auto = first(plain({ carriers, requested: "auto_detect" }))
    auto.dispatch()
    expect(auto.message.attempts[0]?.channel).toBe("rcs")
    auto.service.change({ channels: ["sms"], numbers: [own(9001)] })
    take(auto)
    expect(auto.message.attempts[1]).toMatchObject({ channel: "sms", from: Given.phone(9001) })

    const pinned = first(plain({ carriers, requested: "rcs" }))
    pinned.dispatch()
    pinned.service.change({ channels: ["sms"], numbers: [own(9001)] })
    take(pinned)
    expect(pinned.message).toMatchObject({ status: "FAILED", code: "DELIVERY_003", price: null })
  })

  it("and that a carrier may have taken already is not sent again: its time decides", () => {
    const made = routed(one)
    expect(take(made).answer._tag).toBe("Ask")
    made.service.change({ numbers: [own(9001)] })
    later(made, 20_000)
    expect(take(made).answer._tag).toBe("Over")
    expect(attempts(made)).toEqual([["one", null, "reserved"]])
    later(made, 10_000)
    made.timeOut(0)
    expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_011" })
  })
})

describe("the reason why a message may not go out as its attempt", () => {
  const { message, service } = routed()
  const settings = (choosesSender: boolean) => ({
    ...service.settings,
    carriers: service.settings.carriers.map((each) => ({ ...each, choosesSender }))
  })
  const own = Given.phone(9000)
  const market = { number: own, channels: ["sms"], country: "US" } as const
  const withheld = { ...market, isWithheld: true } as const
  const account = Given.account({ numbers: [market] })
  const attempt = (from: string | null) => ({ ...message.attempts[0]!, carrier: Given.carrierId("one"), from })

  it.each<
    readonly [
      why: string | null,
      from: string | null,
      account: Account | null,
      isChosen: boolean,
      answers: string | null
    ]
  >([
    [null, own, null, false, null],
    [null, own, account, false, null],
    ["the account may not send from it any more", "+12015550999", account, false, null],
    ["the carrier does not choose a sender by itself any more", null, account, false, null],
    [null, null, account, true, null],
    [
      "the market that it would leave from is not active any more",
      null,
      Given.account({ numbers: [market], smsWithheldIn: ["US"] }),
      true,
      null
    ],
    // An answer leaves from where it was written to, as long as that number's market lets it.
    [null, "+12015550999", account, false, "+12015550999"],
    ["the account may not send from it any more", "+12015550999", account, false, "+12015550998"],
    ["the account may not send from it any more", own, Given.account({ numbers: [withheld] }), false, own]
  ])("is: %s", (why, from, account, isChosen, answers) => {
    const asked = answers === null ? message : { ...message, autoReply: { inbound: null, from: answers } }
    expect(displacedBy(asked, attempt(from), account, null, settings(isChosen))).toBe(why)
  })
})
