/**
 * A message's way in single steps: what each trigger of the specification's table makes of it. The model test in
 * `History.test.ts` goes through all orders; this says rule by rule what must hold.
 */
import type { Channel, Requested } from "@signalbox/core/Channel"
import { put } from "@signalbox/core/Commit"
import type { FailureClass } from "@signalbox/core/FailureClass"
import { Messages } from "@signalbox/core/Message"
import { revisionOf, TemplateRevisions } from "@signalbox/core/Template"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { HistorySubject } from "../history/Subject.ts"
import { first, reference } from "../history/Subject.ts"
import type { Asked, World } from "../history/World.ts"
import { plain } from "../history/World.ts"

const both: World["carriers"] = [
  { id: "one", channels: ["sms"] },
  { id: "two", channels: ["sms"] },
  { id: "three", channels: ["sms"] },
  { id: "four", channels: ["sms"] },
  { id: "talk", channels: ["whatsapp", "rcs"] }
]

const subject = (parts: Partial<World & Asked> = {}): HistorySubject => first(plain({ carriers: both, ...parts }))

const accepted = { _tag: "Accepted", references: [] } as const
const refused = (failure: FailureClass) => ({ _tag: "Refused", failure, detail: null }) as const

/** Dispatched, handed over and accepted. */
const sent = (parts: Partial<World & Asked> = {}): HistorySubject => {
  const made = subject(parts)
  made.dispatch()
  made.handOver(0)
  made.end(0, accepted)
  return made
}

const refuse = (made: HistorySubject, index: number, failure: FailureClass = "sender_refused"): void => {
  made.handOver(index)
  made.end(index, refused(failure))
}

interface Payload {
  readonly message_status: string
  readonly channel: string
  readonly body: string | null
  readonly reason_code?: string
}

const events = ({ service: { store } }: HistorySubject) =>
  store.events.map(({ body }) => JSON.parse(body) as { readonly event: string; readonly payload: Payload })

const last = (made: HistorySubject) => events(made).at(-1)!

describe("a message that is taken up", () => {
  it("goes from QUEUED over a silent PROCESSED to ROUTED [STM-003, STM-010, EVT-004]", () => {
    const made = subject()
    made.dispatch()
    expect(made.message.status).toBe("ROUTED")
    expect(made.message.history.map(({ status }) => status)).toEqual(["PROCESSED", "ROUTED"])
    expect(events(made).map(({ event }) => event)).toEqual(["message.routed"])
  })

  it("ends FILTERED when its recipient has opted out, and no carrier is ever asked [STM-001, EVT-009]", () => {
    const made = subject()
    made.service.consent(true)
    made.dispatch()
    expect(made.message).toMatchObject({ status: "FILTERED", code: "BUSINESS_004", attempts: [] })
    expect(last(made)).toMatchObject({ event: "message.filtered", payload: { message_status: "FILTERED" } })
    expect([...made.service.store.work.keys()]).toEqual([])
  })

  it("ends BLOCKED when the balance does not cover it, and nothing is charged [STM-022, EVT-010]", () => {
    const made = subject({ balance: 88 })
    made.dispatch()
    expect(made.message).toMatchObject({ status: "BLOCKED", code: "BUSINESS_003", attempts: [], price: null })
    expect(last(made)).toMatchObject({ event: "message.blocked", payload: { message_status: "BLOCKED" } })
    expect(made.service.balance).toBe(88)
  })

  it("is routed when the balance just covers it, and the price is reserved", () => {
    const made = subject({ balance: 89 })
    made.dispatch()
    expect(made.message.status).toBe("ROUTED")
    expect(made.service.balance).toBe(0)
  })

  it("ends BLOCKED when its template is not approved [STM-024]", () => {
    const made = subject()
    made.service.template(false)
    made.dispatch()
    expect(made.message).toMatchObject({ status: "BLOCKED", code: "BUSINESS_005" })
  })

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ["no value", {}],
    ["a value for another name only", { orders: "A-1" }],
    ["a line break in its value", { order: "A\n1" }],
    ["a tab in its value", { order: "A\t1" }],
    ["five spaces in its value", { order: "A     1" }]
  ])("ends FAILED before any route when a template variable has %s [STM-020]", (_, parameters) => {
    const made = subject()
    const { store } = made.service
    store.put(put(Messages, { ...made.message, template: { ...made.message.template!, parameters } }))
    made.dispatch()
    expect(made.message).toMatchObject({
      status: "FAILED",
      code: "VALIDATION_008",
      channel: "auto",
      rendered: null,
      price: null,
      attempts: []
    })
    expect(made.message.history.map(({ status }) => status)).toEqual(["PROCESSED", "FAILED"])
    expect(events(made).map(({ event, payload }) => [event, payload.reason_code])).toEqual([
      ["message.failed", "VALIDATION_008"]
    ])
    expect([...store.work.keys(), made.service.balance]).toEqual([5000])
  })

  it("ends FAILED before any route when a value does not match its pattern [STM-020]", () => {
    const made = subject()
    const { store } = made.service
    const definition = Given.definition("{{0:variable}}", "order")
    const [variable] = definition.body.multiChannel!.variables!
    const strict = { ...variable!, props: { ...variable!.props, regex: "[0-9]+" } }
    store.put(put(TemplateRevisions, {
      ...revisionOf(Given.template()),
      definition: { body: { multiChannel: { ...definition.body.multiChannel!, variables: [strict] } } }
    }))
    made.dispatch()
    expect(made.message).toMatchObject({ status: "FAILED", code: "VALIDATION_008", attempts: [] })
  })

  it("ends FAILED with DELIVERY_003 when nothing matches an auto-detect send [RTE-019]", () => {
    const made = subject({ requested: "auto_detect", channels: [] })
    made.dispatch()
    expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_003", channel: "auto" })
  })

  it("fails when its pinned channel has no route, and leaves on no other channel [RTE-024, RTE-025]", () => {
    const made = subject({ requested: "rcs", carriers: [{ id: "one", channels: ["sms", "whatsapp"] }] })
    made.dispatch()
    expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_003", attempts: [] })
  })

  it.each<readonly [Requested]>([["auto_detect"], ["sms"]])(
    "shows %s before a route and `auto` when it ended without one, its event as well [MSG-013, EVT-033, EVT-039]",
    (requested) => {
      for (const stop of ["consent", "balance", "template", "variables", "route"]) {
        const made = subject({
          requested,
          ...(stop === "balance" ? { balance: 0 } : {}),
          ...(stop === "variables" ? { hasParameters: false } : {}),
          ...(stop === "route" ? { carriers: [] } : {})
        })
        if (stop === "consent") made.service.consent(true)
        if (stop === "template") made.service.template(false)
        expect(made.message.channel).toBe(requested)
        made.dispatch()
        expect(made.message.channel, stop).toBe("auto")
        expect(last(made).payload, stop).toMatchObject({ channel: "auto", body: null })
      }
    }
  )

  it.each<readonly [Requested, Channel]>([["auto_detect", "whatsapp"], ["sms", "sms"], ["rcs", "rcs"]])(
    "as %s shows the route's channel %s, but message.routed what was asked for [MSG-010, EVT-037]",
    (requested, channel) => {
      const made = subject({ requested })
      made.dispatch()
      expect(made.message.channel).toBe(channel)
      expect(last(made)).toMatchObject({ event: "message.routed", payload: { channel: requested } })
    }
  )

  it("is left alone by work of another send, and work without a message does nothing", () => {
    const made = subject()
    const before = made.message
    made.dispatchByKey(`${before.id}/2`)
    made.dispatchByKey(`${Given.messageId(99)}/1`)
    expect(made.message).toBe(before)
    expect(made.service.store.events).toEqual([])
  })

  it("ends BLOCKED when its template is gone altogether", () => {
    const made = subject()
    made.service.forgetTemplate()
    made.dispatch()
    expect(made.message).toMatchObject({ status: "BLOCKED", code: "BUSINESS_005", attempts: [] })
  })

  it("is PROCESSED once for each send: not again when it is rerouted, but when it is sent again", () => {
    const rerouted = sent()
    rerouted.report(0, false, "FAILED", "sender_refused")
    rerouted.dispatchByKey(`${rerouted.message.id}/1`)
    expect(rerouted.message.status).toBe("ROUTED")
    expect(rerouted.message.attempts.map(({ carrier, send }) => [carrier, send])).toEqual([["one", 1], ["two", 1]])
    const again = sent()
    again.queueAgain(2)
    again.dispatchByKey(`${again.message.id}/2`)
    expect(again.message.attempts.map(({ carrier, send }) => [carrier, send])).toEqual([["one", 1], ["one", 2]])
    const processed = [rerouted, again].map(({ message }) =>
      message.history.filter(({ status }) => status === "PROCESSED").length
    )
    expect(processed).toEqual([1, 2])
  })

  it("is taken up once: repeated work finds nothing to do", () => {
    const made = subject()
    made.dispatch()
    const before = made.message
    made.dispatch()
    expect(made.message).toBe(before)
  })
})

describe("a message that is handed over", () => {
  it("goes to SENT when the carrier accepts, and is charged then [STM-011, EVT-005]", () => {
    const made = subject()
    made.dispatch()
    made.handOver(0)
    expect(events(made).map(({ event }) => event)).not.toContain("message.sent")
    expect(made.message.price).toBe(null)
    made.end(0, accepted)
    expect(made.message).toMatchObject({ status: "SENT", price: 79, activeContactPrice: 10 })
    expect(last(made)).toMatchObject({ event: "message.sent", payload: { message_status: "SENT", channel: "sms" } })
    expect(made.service.balance).toBe(5000 - 89)
  })

  it("tries the next candidate when a carrier refuses, each attempt on record [RTE-002, RTE-003, RTE-005]", () => {
    const made = subject()
    made.dispatch()
    refuse(made, 0)
    expect(made.message).toMatchObject({ status: "ROUTED", code: null })
    refuse(made, 1, "provider_unavailable")
    made.handOver(2)
    made.end(2, accepted)
    expect(made.message.attempts.map(({ carrier, charge, failure }) => [carrier, charge, failure])).toEqual([
      ["one", "returned", "sender_refused"],
      ["two", "returned", "provider_unavailable"],
      ["three", "taken", null]
    ])
    const activities = made.message.history.map(({ code, reached, status }) => [status, reached, code])
    expect(activities).toContainEqual(["ROUTED", false, "DELIVERY_008"])
    expect(activities).toContainEqual(["ROUTED", false, "DELIVERY_010"])
    expect(made.service.balance).toBe(5000 - 89)
  })

  it("stays FAILED after three routes, with the last one's reason [RTE-015]", () => {
    const made = subject()
    made.dispatch()
    for (const index of [0, 1]) refuse(made, index)
    refuse(made, 2, "transport_error")
    expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_012" })
    expect(made.message.attempts).toHaveLength(3)
    expect(made.service.balance).toBe(5000)
  })

  it("ends as provider_timeout when the carrier does not answer in time; a late answer changes nothing", () => {
    const made = subject({ carriers: [{ id: "one", channels: ["sms"] }] })
    made.dispatch()
    made.handOver(0)
    const lease = made.handed.get(0)!.at(-1)!
    made.neverAnswer(0)
    expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_011" })
    made.late(lease, accepted)
    expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_011", price: null })
    expect(made.service.balance).toBe(5000)
  })

  it("is not touched by work on an attempt that it does not have", () => {
    const made = subject()
    made.dispatch()
    const before = made.message
    made.handOverByKey(`${before.id}/nobody`, accepted)
    made.handOverByKey(`${Given.messageId(99)}/nobody`, accepted)
    expect(made.message).toBe(before)
  })

  it("is found by the reference of an answer that came too late", () => {
    const made = subject({ carriers: [{ id: "one", channels: ["sms"] }] })
    made.dispatch()
    made.handOver(0)
    const lease = made.handed.get(0)!.at(-1)!
    made.neverAnswer(0)
    made.late(lease, { _tag: "Accepted", references: [reference(0)] })
    expect(made.report(0, true, "DELIVERED", "unknown")).toBe("applied")
    expect(made.message.status).toBe("DELIVERED")
  })
})

describe("a message whose receipts come in", () => {
  it.each(
    [
      ["DELIVERED", "whatsapp", "DELIVERED", "message.delivered"],
      ["READ", "whatsapp", "READ", "message.read"],
      ["READ", "rcs", "READ", "message.read"],
      ["FAILED", "whatsapp", "FAILED", "message.failed"]
    ] as const
  )("%s on %s goes from SENT to %s and says %s [STM-012, STM-013, STM-014, EVT-006, EVT-007, EVT-008]", (
    said,
    channel,
    status,
    event
  ) => {
    const made = sent({ requested: channel })
    expect(made.report(0, false, said, "invalid_number")).toBe("applied")
    expect(made.message.status).toBe(status)
    expect(last(made)).toMatchObject({ event, payload: { message_status: status, channel } })
  })

  it("has no READ on sms: a read receipt there says that it arrived [STM-004]", () => {
    const made = sent()
    expect(made.report(0, false, "READ", "unknown")).toBe("applied")
    expect(made.message.status).toBe("DELIVERED")
    expect(made.report(0, false, "DELIVERED", "unknown")).toBe("repeated")
  })

  it.each<readonly [FailureClass, string, string]>([
    ["invalid_number", "DELIVERY_005", "STM-015"],
    ["handset_unreachable", "DELIVERY_006", "STM-016"],
    ["temporary_carrier_error", "DELIVERY_013", "STM-017"],
    ["rate_limited", "DELIVERY_014", "STM-018"],
    ["carrier_filtered", "DELIVERY_015", "STM-019"]
  ])("%s: stays FAILED with %s, although another route is there [%s]", (failure, code) => {
    const made = sent()
    made.report(0, false, "FAILED", failure)
    expect(made.message).toMatchObject({ status: "FAILED", code })
    expect(made.message.attempts).toHaveLength(1)
    expect([...made.service.store.work.keys()]).toEqual([])
  })

  it("carries a reason while FAILED, FILTERED or BLOCKED, and none before or after [EVT-035]", () => {
    const made = sent()
    made.report(0, false, "FAILED", "invalid_number")
    made.report(0, false, "DELIVERED", "unknown")
    expect(made.message).toMatchObject({ status: "DELIVERED", code: null })
    expect(events(made).map(({ event, payload }) => [event, payload.reason_code])).toEqual([
      ["message.routed", undefined],
      ["message.sent", undefined],
      ["message.failed", "DELIVERY_005"],
      ["message.delivered", undefined]
    ])
  })

  it("counts a success of an attempt that was given up, and tells no text of it [EVT-034, EVT-038]", () => {
    const made = subject({ requested: "auto_detect", carriers: [both[4]!, both[0]!] })
    made.dispatch()
    made.handOver(0)
    made.neverAnswer(0)
    expect(made.message).toMatchObject({ status: "ROUTED", channel: "rcs" })
    made.report(0, false, "DELIVERED", "unknown")
    expect(made.message).toMatchObject({ status: "DELIVERED", channel: "whatsapp" })
    expect(last(made).payload).toMatchObject({ channel: "whatsapp", body: null })
  })

  it("is not handed over again once it has arrived", () => {
    const made = subject()
    made.dispatch()
    made.handOver(0)
    made.neverAnswer(0)
    made.report(0, false, "DELIVERED", "unknown")
    expect(made.handOver(1)).toBe(null)
    expect(made.message).toMatchObject({ status: "DELIVERED" })
    expect(made.message.attempts.map(({ charge }) => charge)).toEqual(["returned", "returned"])
  })

  it.each([
    ["refused", (made: HistorySubject) => made.end(0, { _tag: "Refused", failure: "sender_refused", detail: null })],
    ["silent", (made: HistorySubject) => made.neverAnswer(0)]
  ])("that arrives all the same by a carrier that was %s costs nothing, and its activity says so", (_, answer) => {
    const made = subject()
    const before = made.service.balance
    made.dispatch()
    made.handOver(0)
    answer(made)
    made.report(0, false, "DELIVERED", "unknown")
    const line = made.message.history.at(-1)!
    expect(line).toMatchObject({ status: "DELIVERED", price: null, activeContactPrice: null })
    expect(line.description).toMatch(
      /^delivered, reported by \S+; free of charge, since its price had been given back$/u
    )
    made.handOver(1)
    expect([made.message.price, made.service.balance - before]).toEqual([null, 0])
  })

  it("that is charged says nothing of it", () => {
    const made = subject()
    made.dispatch()
    made.handOver(0)
    made.end(0, { _tag: "Accepted", references: [] })
    made.report(0, false, "DELIVERED", "unknown")
    expect(made.message.history.at(-1)?.description).not.toContain("free")
  })

  it("is not handed over for an earlier send, although the next one waits for its carrier", () => {
    const made = subject()
    made.dispatch()
    made.handOver(0)
    made.neverAnswer(0)
    made.report(0, false, "DELIVERED", "unknown")
    expect(made.resend()).toBe(null)
    made.dispatch()
    expect(made.message).toMatchObject({ status: "ROUTED", send: 2 })
    expect(made.handOver(1)).toBe(null)
    expect(made.message.attempts.map(({ charge, send }) => [send, charge])).toEqual([
      [1, "returned"],
      [1, "returned"],
      [2, "reserved"]
    ])
    expect(made.handOver(2)).not.toBe(null)
  })

  it("that came faster than the carrier's answer is SENT first, and is charged once", () => {
    const made = subject()
    made.dispatch()
    made.handOver(0)
    made.report(0, false, "DELIVERED", "unknown")
    made.end(0, accepted)
    expect(made.message).toMatchObject({ status: "DELIVERED", price: 79, activeContactPrice: 10 })
    expect(events(made).map(({ event }) => event)).toEqual(["message.routed", "message.sent", "message.delivered"])
    expect(made.message.history.map(({ price }) => price)).toEqual([null, null, 79, null])
    expect(made.service.balance).toBe(5000 - 89)
  })

  it("becomes FAILED when nothing is heard for 72 hours, and DELIVERED when it is heard of later", () => {
    const made = sent()
    const due = made.due("receipt_deadline", 0)!
    expect(due.at - made.message.history.at(-1)!.at).toBe(72 * 3_600_000)
    made.giveUp(0)
    expect(made.message).toMatchObject({ status: "FAILED", code: "DELIVERY_006" })
    made.report(0, false, "DELIVERED", "unknown")
    expect(made.message).toMatchObject({ status: "DELIVERED", code: null })
  })

  it("keeps what a receipt said, although the deadline was striking already", () => {
    for (const said of ["DELIVERED", "FAILED"] as const) {
      const made = sent()
      const due = made.due("receipt_deadline", 0)!
      const held = made.service.store.claim(due.work)!
      made.report(0, false, said, "invalid_number")
      const before = made.message
      expect(made.giveUpBy(held)).toBe("superseded")
      made.giveUpBy(made.service.store.hold(due))
      expect(made.message).toBe(before)
    }
  })

  it("of an earlier send is told in the activities only", () => {
    const made = sent()
    made.queueAgain(2)
    const { length } = made.service.store.events
    expect(made.report(0, false, "DELIVERED", "unknown")).toBe("applied")
    expect(made.message).toMatchObject({ status: "QUEUED", send: 2 })
    expect(made.message.history.at(-1)).toMatchObject({ status: "QUEUED", reached: false })
    expect(made.service.store.events).toHaveLength(length)
  })

  it("of an earlier send does not fail a later one that looks for its next route", () => {
    const made = sent()
    made.queueAgain(2)
    made.dispatchByKey(`${made.message.id}/2`)
    made.handOver(1)
    made.end(1, accepted)
    made.report(1, false, "FAILED", "sender_refused")
    made.queueAgain(2)
    made.report(0, false, "FAILED", "invalid_number")
    expect(made.message).toMatchObject({ status: "QUEUED", code: null })
  })

  it("of a message or an attempt that is not known is unknown", () => {
    const made = sent()
    expect(made.reportOn(made.message.id, "nobody")).toBe("unknown")
    expect(made.reportOn(Given.messageId(99), "nobody")).toBe("unknown")
    expect(made.message.status).toBe("SENT")
  })

  it("of which the carrier does not say whose it is, waits", () => {
    const made = sent()
    expect(made.report(0, true, "DELIVERED", "unknown")).toBe("unknown")
    expect(made.message.status).toBe("SENT")
  })
})
