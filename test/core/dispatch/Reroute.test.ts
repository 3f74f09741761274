/**
 * Routes, one rule at a time: which carrier takes a message, what becomes of it when a carrier refuses, and when a
 * receipt sends it to another one (specification "Message statuses", decisions 4.1, 8.3). `History.test.ts` goes
 * through all orders of these.
 */
import type { Channel, Requested } from "@signalbox/core/Channel"
import { put } from "@signalbox/core/Commit"
import type { FailureClass } from "@signalbox/core/FailureClass"
import { plus } from "@signalbox/core/Instant"
import { activities, fromMessage } from "@signalbox/core/internal/message/MessageResource"
import type { RoutingRule } from "@signalbox/core/internal/row/RoutingRule"
import { Messages } from "@signalbox/core/Message"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { HistorySubject } from "../history/Subject.ts"
import { first, HistoryService } from "../history/Subject.ts"
import type { Asked, World } from "../history/World.ts"
import { plain } from "../history/World.ts"

const carriers: World["carriers"] = [
  { id: "one", channels: ["sms"] },
  { id: "two", channels: ["sms"] },
  { id: "three", channels: ["sms"] },
  { id: "four", channels: ["sms"] }
]
const talk = { id: "talk", channels: ["whatsapp", "rcs"] } as const
const hour = 3_600_000

const rule = (parts: Partial<RoutingRule>): RoutingRule => ({
  channel: null,
  carrier: null,
  action: "ALLOW",
  fallback: true,
  country: null,
  priority: 0,
  ...parts
})

const routed = (parts: Partial<World & Asked> = {}): HistorySubject => {
  const made = first(plain({ carriers, ...parts }))
  made.dispatch()
  return made
}

const accept = (made: HistorySubject, index: number): void => {
  made.handOver(index)
  made.end(index, { _tag: "Accepted", references: [] })
}

const refuse = (made: HistorySubject, index: number, failure: FailureClass = "sender_refused"): void => {
  made.handOver(index)
  made.end(index, { _tag: "Refused", failure, detail: null })
}

const sent = (parts: Partial<World & Asked> = {}): HistorySubject => {
  const made = routed(parts)
  accept(made, 0)
  return made
}

/** A receipt fails the message, and a worker dispatches it again. */
const failed = (made: HistorySubject, index: number, failure: FailureClass = "sender_refused"): void => {
  made.report(index, false, "FAILED", failure)
  made.dispatch()
}

const route = ({ message }: HistorySubject): ReadonlyArray<string> =>
  message.attempts.map(({ carrier, channel }) => `${channel} ${carrier}`)

interface EventBody {
  readonly event: string
  readonly payload: {
    readonly message_id: string
    readonly channel: string
    readonly body: string | null
    readonly reason_code?: string
  }
}

const told = ({ service }: HistorySubject): ReadonlyArray<EventBody> =>
  service.store.events.map(({ body }) => JSON.parse(body) as EventBody)

describe("a route", () => {
  it("is chosen by the rules that there are when the message is sent [RTE-001]", () => {
    const made = first(plain({ carriers, rules: [rule({ carrier: Given.carrierId("two") })] }))
    made.service.change({ rules: [rule({ carrier: Given.carrierId("three"), priority: 1 })] })
    made.dispatch()
    expect(route(made)).toEqual(["sms three"])
  })

  it("is the first of its candidates, and the others are its fallbacks, in their order [RTE-001, RTE-002]", () => {
    const ordered = ["four", "two"].map((carrier, priority) => rule({ carrier: Given.carrierId(carrier), priority }))
    const made = routed({ requested: "auto_detect", rules: ordered.toReversed() })
    refuse(made, 0)
    expect(route(made)).toEqual(["sms four", "sms two"])
  })

  it("that a carrier refuses is followed by the next one, each on record [RTE-003, RTE-005]", () => {
    const made = routed()
    refuse(made, 0, "provider_unavailable")
    refuse(made, 1, "carrier_filtered")
    accept(made, 2)
    expect(made.message.status).toBe("SENT")
    expect(made.message.attempts.map(({ carrier, failure, report }) => [carrier, report, failure])).toEqual([
      ["one", "FAILED", "provider_unavailable"],
      ["two", "FAILED", "carrier_filtered"],
      ["three", "SENT", null]
    ])
  })

  it("of a rule without fallback is the only one: refused, the message ends FAILED [RTE-004]", () => {
    const made = routed({ rules: [rule({ fallback: false })] })
    refuse(made, 0, "provider_unavailable")
    expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_010" })
    expect(route(made)).toEqual(["sms one"])
    expect(made.service.balance).toBe(5000)
  })

  it("that is not there ends an auto-detect message FAILED with DELIVERY_003 [RTE-019]", () => {
    const made = routed({ requested: "auto_detect", rules: [rule({ country: "CH" })] })
    expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_003", channel: "auto", attempts: [] })
  })

  it("that a rule denies without fallback is none: FILTERED with DELIVERY_004 [RTE-020]", () => {
    const denies = rule({ carrier: Given.carrierId("one"), action: "DENY", fallback: false })
    const made = routed({ rules: [denies, rule({ priority: 1 })] })
    expect(made.message).toMatchObject({ status: "FILTERED", code: "DELIVERY_004", channel: "auto", attempts: [] })
    expect(told(made).at(-1)).toMatchObject({ event: "message.filtered", payload: { reason_code: "DELIVERY_004" } })
    expect(made.service.balance).toBe(5000)
  })

  it("that a rule denies with fallback is left out, and another one taken", () => {
    const denies = rule({ carrier: Given.carrierId("one"), action: "DENY", fallback: true })
    expect(route(routed({ rules: [denies, rule({ priority: 1 })] }))).toEqual(["sms two"])
  })

  it("is not there when every one is denied, although with fallback: FILTERED with DELIVERY_004 [RTE-021]", () => {
    const made = routed({ requested: "auto_detect", rules: [rule({ action: "DENY", fallback: true })] })
    expect(made.message).toMatchObject({ status: "FILTERED", code: "DELIVERY_004", attempts: [] })
  })

  it("on a pinned mms of an account without allow_mms: channel_unavailable, and no SMS [RTE-022, RTE-023]", () => {
    const able = [{ id: "one", channels: ["sms", "mms"] }] as const
    const channels: ReadonlyArray<Channel> = ["sms", "mms"]
    const mms = { requested: "mms", hasMmsBody: true, carriers: able, channels } as const
    expect(route(routed(mms))).toEqual(["mms one"])
    const made = routed({ ...mms, allowMms: false })
    expect(made.message).toMatchObject({ status: "FAILED", code: "channel_unavailable", attempts: [] })
    expect(told(made).at(-1)).toMatchObject({
      event: "message.failed",
      payload: { channel: "auto", reason_code: "channel_unavailable" }
    })
    expect(made.service.store.work.size).toBe(0)
  })

  it.each<readonly [Requested]>([["whatsapp"], ["rcs"], ["mms"]])(
    "on pinned %s that there is not: FAILED with DELIVERY_003 [RTE-024]",
    (requested) => {
      const made = routed({ requested, hasMmsBody: true })
      expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_003", attempts: [] })
    }
  )
})

describe("a failed receipt", () => {
  it.each<readonly [FailureClass, string]>([
    ["undeliverable_by_route", "RTE-006"],
    ["sender_refused", "RTE-007"],
    ["no_route_to_network", "RTE-008"],
    ["provider_unavailable", "RTE-009"],
    ["provider_timeout", "RTE-010"],
    ["transport_error", "RTE-011"]
  ])("with %s sends the message to another route [%s]", (failure) => {
    const made = sent()
    failed(made, 0, failure)
    expect(made.message.status).toBe("ROUTED")
    expect(route(made)).toEqual(["sms one", "sms two"])
  })

  it.each<readonly [FailureClass, string]>([
    ["invalid_number", "STM-015"],
    ["handset_unreachable", "STM-016"],
    ["temporary_carrier_error", "STM-017"],
    ["rate_limited", "STM-018"],
    ["carrier_filtered", "STM-019"]
  ])("with %s is the end, although there are other routes [%s]", (failure) => {
    const made = sent()
    failed(made, 0, failure)
    expect(made.message.status).toBe("FAILED")
    expect(route(made)).toEqual(["sms one"])
    expect(told(made).at(-1)!.event).toBe("message.failed")
  })

  it("of a class that says nothing of the route is the end as well", () => {
    // Decisions 8.3: "Reroute: no".
    const endings: ReadonlyArray<FailureClass> = [
      "unknown",
      "invalid_number",
      "handset_unreachable",
      "recipient_not_on_channel",
      "temporary_carrier_error",
      "rate_limited",
      "carrier_filtered",
      "content_not_acceptable"
    ]
    for (const failure of endings) {
      const made = sent()
      failed(made, 0, failure)
      expect(made.message.status, failure).toBe("FAILED")
    }
  })

  it("queues and routes the same message again, and says so, but of no failure [RTE-012, RTE-013]", () => {
    const made = sent({ requested: "auto_detect" })
    const { id } = made.message
    const before = told(made).length
    failed(made, 0)
    expect(made.message.id).toBe(id)
    expect(made.message.history.filter(({ reached }) => reached).map(({ status }) => status)).toEqual([
      "PROCESSED",
      "ROUTED",
      "SENT",
      "QUEUED",
      "ROUTED"
    ])
    const again = told(made).slice(before)
    expect(again.map(({ event }) => event)).toEqual(["message.queued", "message.routed"])
    for (const { payload } of again) expect(payload).toMatchObject({ message_id: id, channel: "auto_detect" })
  })

  it("is charged, and so is the next route: each as a send [RTE-014]", () => {
    const made = sent()
    failed(made, 0)
    expect(made.service.balance).toBe(5000 - 2 * 89)
    accept(made, 1)
    expect(made.message).toMatchObject({ status: "SENT", price: 2 * 79, activeContactPrice: 2 * 10 })
    expect(made.service.balance).toBe(5000 - 2 * 89)
  })

  it("of a message that cannot pay another route leaves it FAILED with the carrier's reason", () => {
    const made = sent({ balance: 100 })
    failed(made, 0, "no_route_to_network")
    expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_009", channel: "sms" })
    expect(told(made).map(({ event }) => event)).toEqual(["message.routed", "message.sent", "message.failed"])
    expect(made.service.balance).toBe(11)
  })

  it("of the third route is the end, with the last one's reason [RTE-015]", () => {
    const made = sent()
    failed(made, 0)
    accept(made, 1)
    failed(made, 1)
    accept(made, 2)
    failed(made, 2, "transport_error")
    expect(route(made)).toEqual(["sms one", "sms two", "sms three"])
    expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_012" })
    expect(told(made).filter(({ event }) => event === "message.failed")).toHaveLength(1)
  })

  it("counts refused routes too: three of them in all", () => {
    const made = routed()
    refuse(made, 0)
    accept(made, 1)
    failed(made, 1)
    accept(made, 2)
    failed(made, 2)
    expect(route(made)).toHaveLength(3)
    expect(made.message.status).toBe("FAILED")
  })

  it.each(["opt-out", "suppression list"])("of a recipient who is on an %s by now goes nowhere [RTE-016]", (list) => {
    const made = sent()
    if (list === "opt-out") made.service.consent(true)
    else made.service.suppress(true)
    failed(made, 0)
    expect(made.message).toMatchObject({ status: "FILTERED", code: "BUSINESS_004", channel: "sms" })
    expect(route(made)).toEqual(["sms one"])
    expect(made.service.balance).toBe(5000 - 89)
  })

  it("stands in the activities as the failure that it tells of, and is no status of the message", () => {
    const made = sent()
    failed(made, 0)
    made.handOver(1)
    made.end(1, { _tag: "Accepted", references: [] })
    made.report(1, false, "DELIVERED", "unknown")
    expect(activities(made.message).activities.map(({ reason_code, status }) => [status, reason_code])).toEqual([
      ["DELIVERED", undefined],
      ["SENT", undefined],
      ["ROUTED", undefined],
      ["QUEUED", undefined],
      ["FAILED", made.message.history.find(({ code }) => code !== null)?.code],
      ["SENT", undefined],
      ["ROUTED", undefined],
      ["PROCESSED", undefined]
    ])
    expect(fromMessage(made.message).events?.map(({ status }) => status)).not.toContain("FAILED")
  })

  it("asks for the template's approval, and leaves the account's stage to the hand-over", () => {
    const made = sent()
    made.service.change({ stage: "suspended" })
    failed(made, 0)
    expect(made.message.status).toBe("ROUTED")
    expect(made.handOver(1)).toBe(null)
    expect(made.message).toMatchObject({ status: "BLOCKED", code: "BUSINESS_018" })

    const other = sent()
    other.service.template(false)
    failed(other, 0)
    expect(other.message).toMatchObject({ status: "BLOCKED", code: "BUSINESS_005" })
    expect(route(other)).toEqual(["sms one"])
  })

  it("that has led nowhere is not taken up again, whatever has changed since", () => {
    const made = sent()
    made.service.consent(true)
    failed(made, 0)
    made.service.consent(false)
    const { message } = made
    made.dispatchByKey(`${message.id}/1`)
    expect(made.message).toBe(message)
    expect(made.service.balance).toBe(5000 - 89)
    expect(made.service.store.work.size).toBe(0)
  })

  it("is forgotten when the message turns out to have arrived before it is routed again", () => {
    const made = sent()
    made.report(0, false, "FAILED", "sender_refused")
    made.report(0, false, "DELIVERED", "unknown")
    made.dispatch()
    expect(made.message.status).toBe("DELIVERED")
    expect(route(made)).toEqual(["sms one"])
    expect(told(made).map(({ event }) => event)).not.toContain("message.queued")
  })

  it("is forgotten when the message turns out to have arrived before it is handed over again", () => {
    const made = sent({ requested: "auto_detect", carriers: [talk, ...carriers] })
    failed(made, 0)
    made.report(0, false, "DELIVERED", "unknown")
    expect(made.handOver(1)).toBe(null)
    expect(made.message).toMatchObject({ status: "DELIVERED", channel: "whatsapp" })
    expect(told(made).at(-1)).toMatchObject({
      event: "message.delivered",
      payload: { channel: "whatsapp", body: null }
    })
    expect(made.service.balance).toBe(5000 - 57)
  })
})

describe("a recipient who is not on WhatsApp", () => {
  const talking = { requested: "auto_detect", carriers: [talk, ...carriers] } as const
  const missed = (parts: Partial<World & Asked> = {}): HistorySubject => {
    const made = sent({ ...talking, ...parts })
    failed(made, 0, "recipient_not_on_channel")
    return made
  }

  it("gets the message on another route [RTE-017]", () => {
    const made = missed()
    expect(made.message.status).toBe("ROUTED")
    expect(route(made)).toEqual(["whatsapp talk", "rcs talk"])
  })

  it("is remembered for 30 days, or until they write on WhatsApp [RTE-018]", () => {
    const fresh = plain(talking).asked[0]
    const next = (after: (service: HistoryService) => void): ReadonlyArray<string> => {
      const service = new HistoryService({ ...plain(talking), asked: [fresh, fresh] })
      const [one, other] = service.messages
      one!.dispatch()
      accept(one!, 0)
      one!.report(0, false, "FAILED", "recipient_not_on_channel")
      after(service)
      // It is queued only now, so it has not expired.
      service.store.put(put(Messages, { ...other!.message, queuedAt: service.now }))
      other!.dispatch()
      return route(other!)
    }
    const wait = (millis: number) => (service: HistoryService) => {
      service.now = plus(service.now, millis)
    }
    expect(next(() => {})).toEqual(["rcs talk"])
    expect(next(wait(30 * 24 * hour - 1))).toEqual(["rcs talk"])
    expect(next(wait(30 * 24 * hour))).toEqual(["whatsapp talk"])
    expect(next((service) => service.receive("sms"))).toEqual(["rcs talk"])
    expect(next((service) => service.receive("whatsapp"))).toEqual(["whatsapp talk"])
  })

  it("is no reason to leave RCS or SMS out", () => {
    const made = sent({ ...talking, requested: "rcs" })
    made.report(0, false, "FAILED", "recipient_not_on_channel")
    expect(made.service.contact().whatsappUndeliverableUntil).toBe(undefined)
  })
})

describe("a free-form message on WhatsApp", () => {
  const more = { id: "more", channels: ["whatsapp"] } as const
  const freeForm = (after: (service: HistoryService) => void): HistorySubject => {
    const template = plain({ requested: "sms" }).asked[0]
    const text = plain({ requested: "whatsapp", isFreeForm: true }).asked[0]
    const service = new HistoryService({ ...plain({ carriers: [talk, more, ...carriers] }), asked: [template, text] })
    const [one, other] = service.messages
    one!.dispatch()
    accept(one!, 0)
    after(service)
    other!.dispatch()
    return other!
  }

  it("needs a message there within 24 hours, whatever else there was [STM-030, STM-031, STM-039]", () => {
    const wrote = (channel: Channel, hours: number) => (service: HistoryService) => {
      service.receive(channel)
      service.now = plus(service.now, hours * hour)
    }
    expect(freeForm(wrote("whatsapp", 24)).message.status).toBe("ROUTED")
    for (const late of [wrote("whatsapp", 25), wrote("sms", 1)]) {
      expect(freeForm(late).message).toMatchObject({ status: "FAILED", code: "WHATSAPP_TEMPLATE_REQUIRED" })
    }
  })

  it("that cannot be paid is BLOCKED: money is asked for before the conversation", () => {
    const { message } = freeForm((service) => service.setBalance(0))
    expect(message).toMatchObject({ status: "BLOCKED", code: "BUSINESS_003" })
  })

  it("goes on to another carrier, although a day has passed by then", () => {
    const made = freeForm((service) => service.receive("whatsapp"))
    made.service.now = plus(made.service.now, 25 * hour)
    refuse(made, 0)
    expect(route(made)).toEqual(["whatsapp talk", "whatsapp more"])
  })
})
