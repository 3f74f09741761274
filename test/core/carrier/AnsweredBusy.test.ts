/**
 * The line of an account at a busy carrier (decisions 4.1 "Waiting in line"): what several answers make of it, at the same
 * instant or one after the other, and who is left where he stands.
 */
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import { Answered } from "@signalbox/core/internal/carrier/Answered"
import { HandOver } from "@signalbox/core/internal/carrier/HandOver"
import { SubmissionWork } from "@signalbox/core/internal/message/AttemptWork"
import type { Line } from "@signalbox/core/internal/row/Line"
import { lineKey, Lines } from "@signalbox/core/internal/row/Line"
import { RestrictionRows } from "@signalbox/core/internal/row/Restrictions"
import type { Lease } from "@signalbox/core/Work"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { HistorySubject } from "../history/Subject.ts"
import { first } from "../history/Subject.ts"
import { plain } from "../history/World.ts"

const minute = 60_000

const owner = { carrier: Given.carrierId("one"), account: Given.accountId(1) }
const key = lineKey(owner.carrier, owner.account)
const lane = SubmissionWork.lane.of(owner)

const carriers = [{ id: "one", channels: ["sms"] }, { id: "two", channels: ["sms"] }] as const

/** A message whose carrier is being asked, and the lease under which that happens. */
const asked = (): { readonly made: HistorySubject; readonly lease: Lease } => {
  const made = first(plain({ carriers }))
  made.dispatch()
  const lease = made.service.store.claim(made.due("submission", 0)!.work)!
  expect(made.service.run(HandOver, { lease, settings: made.service.settings })).toMatchObject({ _tag: "Ask" })
  return { made, lease }
}

const at = (millis: number) => plus(Given.now, millis)

/** The line as answers to other messages have left it. */
const lined = ({ service: { store } }: HistorySubject, busySince: number, until: number): void =>
  store.put(put(Lines, { ...owner, busySince: at(busySince), until: at(until) }))

/** From when to when it stands still, against now. */
const line = ({ service: { store } }: HistorySubject): readonly [busySince: number, until: number] | null => {
  const found: Line | null = store.get(Lines, key)
  return found === null ? null : [found.busySince - Given.now, found.until - Given.now]
}

const pause = ({ service: { store } }: HistorySubject): number | null => {
  const until = store.pauses.get(lane)
  return until === undefined ? null : until - Given.now
}

const turnAway = (made: HistorySubject, lease: Lease, until: number, holds: "lane" | "recipient" | "node" = "lane") =>
  made.service.run(Answered, {
    lease,
    settings: made.service.settings,
    outcome: { _tag: "Busy", until: at(until), holds }
  })

describe("a line at a busy carrier", () => {
  it.each<readonly [what: string, until: number, row: number, pause: number]>([
    ["almost the same instant, and sooner, opens no sooner", 5001, 6000, 6000],
    ["almost the same instant, and later, opens later", 6999, 6000, 6999],
    ["another one that is sooner opens then", 5000, 5000, 5000],
    ["another one that is later opens then", 7000, 7000, 7000]
  ])("for which two answers name %s", (_, until, row, paused) => {
    const { lease, made } = asked()
    lined(made, -minute, 6000)
    const version = made.service.store.version(Lines, key)
    turnAway(made, lease, until)
    expect([line(made), pause(made)]).toEqual([[-minute, row], paused])
    // All that waits in it shares its row, so that who has nothing new to say leaves it alone.
    expect(made.service.store.version(Lines, key) === version).toBe(row === 6000)
    expect([made.service.store.isHeld(lease), made.due("submission", 0)?.at]).toEqual([false, Given.now])
  })

  it.each(["lane", "node"] as const)("that has moved meanwhile has not stood still since before: %s", (holds) => {
    const { lease, made } = asked()
    lined(made, -10 * minute, -2000)
    made.service.meanwhile = () => made.service.store.remove(Lines, key)
    turnAway(made, lease, 5000, holds)
    expect(line(made)).toEqual([0, holds === "lane" ? 5000 : 0])
  })

  it.each<readonly [what: string, until: number, row: number]>([
    ["has waited for its carrier until a second ago goes on to stand still", -1000, 0],
    ["has done so until less than a second ago stands as it is", -999, -999],
    ["its carrier has closed stands as it is", 5000, 5000]
  ])("that a node does not reach and that %s", (_, until, row) => {
    const { lease, made } = asked()
    lined(made, -minute, until)
    turnAway(made, lease, 60_000, "node")
    expect([line(made), pause(made)]).toEqual([[-minute, row], null])
    expect([made.service.store.isHeld(lease), made.due("submission", 0)?.at]).toEqual([false, Given.now])
  })

  it("is none of a recipient for whom alone its carrier is too busy", () => {
    const { lease, made } = asked()
    turnAway(made, lease, 6000, "recipient")
    expect([line(made), pause(made), made.due("submission", 0)]).toEqual([null, null, {
      ...made.due("submission", 0),
      lane,
      at: at(6000)
    }])
  })

  it.each<readonly [what: string, busySince: number, until: number, row: readonly [number, number] | null]>([
    ["whose time is over is no more", -10_000, 0, null],
    ["that is closed still has not stood still since now", -1000, 1, [0, 1]],
    ["that has moved less than a second ago stays as it is", -999, 5000, [-999, 5000]]
  ])("of which something is taken or refused, and %s", (_, busySince, until, row) => {
    for (const tag of ["Accepted", "Refused"] as const) {
      const { lease, made } = asked()
      lined(made, busySince, until)
      made.service.run(Answered, {
        lease,
        settings: made.service.settings,
        outcome: tag === "Accepted"
          ? { _tag: tag, references: [] }
          : { _tag: tag, failure: "sender_refused", detail: null }
      })
      expect([made.message.status, line(made)]).toEqual([tag === "Accepted" ? "SENT" : "ROUTED", row])
    }
  })

  it("that is gone when something of it is taken does not come back", () => {
    const { lease, made } = asked()
    lined(made, -minute, 5000)
    made.service.meanwhile = () => made.service.store.remove(Lines, key)
    made.answer(lease, { _tag: "Accepted", references: [] })
    expect([made.message.status, line(made)]).toEqual(["SENT", null])
  })
})

describe("a line that the operator has paused", () => {
  it.each([lane, "submission:one" as const])(
    "keeps what is in it where it is, and is looked at again in a minute: %s",
    (on) => {
      const made = first(plain({ carriers }))
      made.dispatch()
      const { settings, store } = made.service
      store.put(put(RestrictionRows, { all: [{ on, mode: "paused", since: Given.now }] }))
      const lease = store.claim(made.due("submission", 0)!.work)!
      const before = made.message
      expect(made.service.run(HandOver, { lease, settings })).toEqual({ _tag: "Over" })
      expect(made.message).toEqual(before)
      expect([store.isHeld(lease), pause(made), made.due("submission", 0)?.at]).toEqual([false, minute, Given.now])
      store.put(put(RestrictionRows, { all: [] }))
      expect(made.handOver(0)).toMatchObject({ message: made.id })
    }
  )
})
