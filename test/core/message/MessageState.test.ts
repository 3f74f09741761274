/**
 * The transitions of messages: the specification's rows and decisions 4.1, written down once more from the texts.
 */
import type { Status as Statuses } from "@signalbox/core/Message"
import { Status } from "@signalbox/core/Message"
import type { Trigger } from "@signalbox/core/MessageState"
import * as MessageState from "@signalbox/core/MessageState"
import { describe, expect, it } from "vitest"

type From = Statuses | "(new)"

/** From, trigger, to, and the suffix of the event, as the texts have them. */
const texts: ReadonlyArray<string> = [
  // The specification, "Message statuses".
  "(new) accepted QUEUED queued",
  "(new) scheduled SCHEDULED scheduled",
  "SCHEDULED released QUEUED queued",
  "SCHEDULED cancelled CANCELLED cancelled",
  "QUEUED route_chosen ROUTED routed",
  "ROUTED submitted SENT sent",
  "SENT delivered DELIVERED delivered",
  "SENT read READ read",
  "SENT failed FAILED failed",
  "ROUTED next_candidate ROUTED -",
  "SENT rerouted QUEUED queued",
  "(new) received RECEIVED received",
  // PROCESSED lies between acceptance and routing; quiet hours and the other gates are asked there (decisions 4.1).
  "QUEUED taken_up PROCESSED -",
  "PROCESSED quiet_hours SCHEDULED scheduled",
  // Decisions 4.1 "Night at a reroute or in line".
  "QUEUED quiet_hours SCHEDULED scheduled",
  "ROUTED quiet_hours SCHEDULED scheduled",
  // Decisions 4.1 "Hand-over": what a deleted account has on its way is cancelled as its held messages are.
  "QUEUED withdrawn SCHEDULED scheduled",
  "ROUTED withdrawn SCHEDULED scheduled",
  "SCHEDULED delivered DELIVERED delivered",
  "SCHEDULED read READ read",
  "PROCESSED filtered FILTERED filtered",
  "PROCESSED blocked BLOCKED blocked",
  "PROCESSED failed FAILED failed",
  "PROCESSED route_chosen ROUTED routed",
  // Rerouted: consent is asked again; without a candidate it stays FAILED.
  "QUEUED filtered FILTERED filtered",
  "QUEUED blocked BLOCKED blocked",
  "QUEUED failed FAILED failed",
  // No candidate is left, or consent or money is gone when the next one is tried.
  "ROUTED failed FAILED failed",
  "ROUTED filtered FILTERED filtered",
  "ROUTED blocked BLOCKED blocked",
  // Decisions 14.5: no further route, while an attempt before may still arrive.
  "PROCESSED waits_on SENT sent",
  "ROUTED waits_on SENT sent",
  // A success after a failure counts, also while a reroute is under way.
  "FAILED delivered DELIVERED delivered",
  "FAILED read READ read",
  "QUEUED delivered DELIVERED delivered",
  "QUEUED read READ read",
  "ROUTED delivered DELIVERED delivered",
  "ROUTED read READ read",
  "DELIVERED read READ read",
  // The message shows the best outcome of its attempts, also when a gate has stopped a further one (decisions 4.1).
  "FILTERED delivered DELIVERED delivered",
  "FILTERED read READ read",
  "BLOCKED delivered DELIVERED delivered",
  "BLOCKED read READ read",
  // Resend: allowed from these four.
  "DELIVERED resent QUEUED queued",
  "READ resent QUEUED queued",
  "FAILED resent QUEUED queued",
  "BLOCKED resent QUEUED queued"
]

const written = ({ event, from, to, trigger }: MessageState.Transition): string =>
  `${from} ${trigger} ${to} ${event === null ? "-" : event.replace("message.", "")}`

const statuses = Status.literals
const froms: ReadonlyArray<From> = ["(new)", ...statuses]
const triggers = [...new Set(MessageState.table.map(({ trigger }) => trigger))]

const leaving = (from: From) => MessageState.table.filter((row) => row.from === from)
const entering = (to: Statuses) => MessageState.table.filter((row) => row.to === to)

describe("Status", () => {
  it("is one of the twelve of the specification [MSG-015]", () => {
    const twelve = "QUEUED PROCESSED ROUTED SENT DELIVERED READ FAILED RECEIVED SCHEDULED CANCELLED FILTERED BLOCKED"
    expect(statuses.toSorted()).toEqual(twelve.split(" ").toSorted())
  })
})

describe("MessageState", () => {
  it("has the transitions of the texts and no others", () => {
    expect(MessageState.table.map(written).toSorted()).toEqual(texts.toSorted())
  })

  it("finds the row of a status and a trigger, and nothing where there is none", () => {
    for (const from of froms) {
      for (const trigger of [...triggers, "unheard_of" as Trigger]) {
        const row = texts.find((text) => text.startsWith(`${from} ${trigger} `))
        const found = MessageState.transition(from, trigger)
        expect(found === null ? undefined : written(found), `${from} ${trigger}`).toBe(row)
      }
    }
  })

  it("starts QUEUED when accepted [STM-005]", () => {
    expect(MessageState.transition("(new)", "accepted")?.to).toBe("QUEUED")
  })

  it("reaches CANCELLED from SCHEDULED only [STM-033]", () => {
    expect(entering("CANCELLED").map(({ from }) => from)).toEqual(["SCHEDULED"])
  })

  it.each(["CANCELLED", "RECEIVED"] as const)("never leaves %s", (status) => {
    expect(leaving(status)).toEqual([])
  })

  it("leaves FILTERED only for the success of an attempt that was made before", () => {
    expect(leaving("FILTERED").map(({ trigger }) => trigger)).toEqual(["delivered", "read"])
  })

  it("reaches every status from the beginning, and no one twice from one status by one trigger", () => {
    const reached = new Set<From>(["(new)"])
    for (let before = 0; before !== reached.size;) {
      before = reached.size
      for (const { from, to } of MessageState.table) if (reached.has(from)) reached.add(to)
    }
    expect([...reached].toSorted()).toEqual(froms.toSorted())
    const keys = MessageState.table.map(({ from, trigger }) => `${from} ${trigger}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it("leads from every status to an end", () => {
    const ends = (from: From, seen: ReadonlyArray<From>): boolean =>
      from !== "(new)" && MessageState.isFinal(from) ||
      leaving(from).some(({ to }) => !seen.includes(to) && ends(to, [...seen, to]))
    expect(froms.filter((from) => !ends(from, [from]))).toEqual([])
  })

  it("fires the event of the status that it enters, by name [EVT-025]", () => {
    const wrong = MessageState.table.filter(({ event, to }) =>
      event !== null && event !== `message.${to.toLowerCase()}`
    )
    expect(wrong).toEqual([])
  })

  it("is silent on entering PROCESSED and on trying the next candidate only [STM-003]", () => {
    const silent = MessageState.table.filter(({ event }) => event === null).map(({ from, trigger }) => [from, trigger])
    expect(silent).toEqual([["QUEUED", "taken_up"], ["ROUTED", "next_candidate"]])
  })

  it("has PROCESSED between QUEUED and ROUTED or a pre-routing end [STM-002]", () => {
    expect(entering("PROCESSED").map(({ from }) => from)).toEqual(["QUEUED"])
    expect(leaving("PROCESSED").map(({ to }) => to).toSorted()).toEqual([
      "BLOCKED",
      "FAILED",
      "FILTERED",
      "ROUTED",
      "SCHEDULED",
      "SENT"
    ])
  })

  it("goes back to QUEUED by release, reroute and resend only [STM-038]", () => {
    const order: ReadonlyArray<From> = [
      "(new)",
      "SCHEDULED",
      "QUEUED",
      "PROCESSED",
      "ROUTED",
      "SENT",
      "FAILED",
      "FILTERED",
      "BLOCKED",
      "DELIVERED",
      "READ",
      "RECEIVED",
      "CANCELLED"
    ]
    const back = MessageState.table.filter(({ from, to }) => order.indexOf(to) < order.indexOf(from))
    expect(new Set(back.filter(({ to }) => to === "QUEUED").map(({ trigger }) => trigger))).toEqual(
      new Set(["rerouted", "resent"])
    )
    expect(new Set(back.filter(({ to }) => to !== "QUEUED").map(({ trigger }) => trigger))).toEqual(
      new Set(["quiet_hours", "withdrawn"])
    )
  })

  it("is final where nothing more is awaited, carries a reason on FAILED, FILTERED and BLOCKED, and shows what was planned", () => {
    expect(statuses.filter((status) => !MessageState.isFinal(status)).toSorted()).toEqual([
      "PROCESSED",
      "QUEUED",
      "ROUTED",
      "SCHEDULED",
      "SENT"
    ])
    expect(statuses.filter(MessageState.carriesReason).toSorted()).toEqual(["BLOCKED", "FAILED", "FILTERED"])
    expect(statuses.filter(MessageState.showsSchedule).toSorted()).toEqual(["CANCELLED", "SCHEDULED"])
  })
})
