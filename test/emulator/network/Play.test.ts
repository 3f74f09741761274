/**
 * The scripts of handsets as they are played: which step a submission consumes, what its carrier answers, which receipts it owes
 * and when, and what the handset shows.
 */
import type { Submission } from "@signalbox/core/Carrier"
import type { AttemptId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Rendered from "@signalbox/core/Rendered"
import * as Behaviour from "@signalbox/emulator/network/Behaviour"
import type { Step } from "@signalbox/emulator/network/Handset"
import * as Play from "@signalbox/emulator/network/Play"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import { attemptId, phone, step, submission } from "../Submissions.ts"

const carrier = Given.carrierId("sms-a")
const at = (millis: number): Instant.Instant => Instant.plus(Given.now, millis)

interface Played {
  readonly batch?: ReadonlyArray<Submission>
  readonly behaviour?: Partial<Behaviour.Behaviour>
  readonly script?: ReadonlyArray<Step>
  readonly known?: ReadonlyMap<AttemptId, Play.Known>
  readonly unheard?: ReadonlyArray<number>
}

const play = ({ batch = [submission(1)], behaviour, known = new Map(), script, unheard = [] }: Played) =>
  Play.batch({
    now: Given.now,
    behaviour: { ...Behaviour.byDefault, ...behaviour },
    unheard: new Set(unheard.map(attemptId)),
    carrier,
    batch,
    known,
    scripts: new Map(script === undefined ? [] : [[phone, script]])
  })

const accepted = (...references: ReadonlyArray<string>) => ({ _tag: "Accepted", references }) as const
const name = (number: number) => `sms-a-${attemptId(number)}`

describe("a submission", () => {
  it("without a script is taken, delivered and shown immediately", () => {
    const one = submission(1)
    const outcome = accepted(name(1))
    expect(play({})).toStrictEqual({
      outcomes: [outcome],
      played: [{
        submission: one,
        round: 0,
        outcome,
        owed: [{
          dueAt: at(0),
          receipt: {
            subject: { _tag: "Reference", carrier, reference: name(1) },
            reported: { _tag: "Delivered" }
          }
        }],
        received: {
          message: one.message,
          carrier,
          channel: "sms",
          from: one.from,
          header: null,
          headerMedia: null,
          body: "Hello",
          footer: null,
          buttons: [],
          media: [],
          subject: null,
          receivedAt: at(0)
        }
      }],
      scripts: new Map()
    })
  })

  it("consumes the first step that fits it, and leaves the others for those after it", () => {
    const others = [step({ channel: "rcs" }), step({ carrier: Given.carrierId("sms-b") })]
    const fitting = [step({ channel: "sms", submit: "hang" }), step({ carrier, submit: { refuse: "unknown" } })]
    const { outcomes, scripts } = play({
      batch: [1, 2, 3].map((number) => submission(number)),
      script: [others[0]!, fitting[0]!, others[1]!, fitting[1]!]
    })
    expect(outcomes).toStrictEqual([
      { _tag: "Unanswered" },
      { _tag: "Refused", failure: "unknown", detail: null },
      accepted(name(3))
    ])
    expect([...scripts]).toStrictEqual([[phone, others]])
  })

  it("owes each receipt for each part, one delay after the other from its answer on", () => {
    const parts = { encoding: "GSM-7", parts: ["One", "two"] } as const
    const { outcomes, played: [played] } = play({
      batch: [submission(1, { sms: parts })],
      behaviour: { delayMillis: 300 },
      script: [step({ receipts: [{ failed: "unknown" }, "delivered", "read"], delayMillis: 500 })]
    })
    expect(outcomes).toStrictEqual([accepted(`${name(1)}-1`, `${name(1)}-2`)])
    const told = [[800, { _tag: "Failed", failure: "unknown" }], [1300, { _tag: "Delivered" }], [1800, {
      _tag: "Read"
    }]]
    expect(played?.owed).toStrictEqual(told.flatMap(([millis, reported]) =>
      [1, 2].map((part) => ({
        dueAt: at(Number(millis)),
        receipt: { subject: { _tag: "Reference", carrier, reference: `${name(1)}-${part}` }, reported }
      }))
    ))
    // The handset shows it with the first receipt of success.
    expect(played?.received?.receivedAt).toBe(at(1300))
  })

  it.each<readonly [string, Partial<Step>, unheard: ReadonlyArray<number>, owed: number, shownAfter: number | null]>([
    ["that is taken without a receipt is shown after the delay", { receipts: [], delayMillis: 70 }, [], 0, 70],
    ["that is refused without a receipt is never shown", { submit: { refuse: "unknown" }, receipts: [] }, [], 0, null],
    ["that hangs without a receipt is never shown", { submit: "hang", receipts: [], delayMillis: 70 }, [], 0, null],
    ["that hangs is shown all the same where it is delivered", { submit: "hang", delayMillis: 70 }, [], 1, 70],
    ["that only fails is never shown", { receipts: [{ failed: "unknown" }] }, [], 1, null],
    ["whose answer is never given is shown", {}, [1], 1, 0]
  ])("%s", (_, parts, unheard, owed, shownAfter) => {
    const { played: [played] } = play({ script: [step(parts)], unheard })
    const { attempt, message } = submission(1)
    const isNamed = parts.submit === undefined && unheard.length === 0
    expect(played?.owed.map(({ receipt }) => receipt.subject)).toStrictEqual(Array.from(
      { length: owed },
      () => isNamed ? { _tag: "Reference", carrier, reference: name(1) } : { _tag: "Attempt", message, attempt }
    ))
    expect(played?.received?.receivedAt ?? null).toBe(shownAfter === null ? null : at(shownAfter))
  })

  it("without parts of an SMS has one name", () => {
    expect(play({ batch: [submission(1, { channel: "rcs", sms: null })] }).outcomes).toStrictEqual([accepted(name(1))])
  })

  it("is shown with all its parts on a channel that has some, and as one text by SMS", () => {
    const rendered = {
      ...Rendered.fromText("Hello"),
      header: "Order",
      headerMedia: { type: "image", url: "https://a.example/b.png" },
      content: "Hello *Ada*",
      footer: "Acme",
      buttons: [{ type: "URL", value: "https://a.example", text: "See", postbackData: null }],
      media: ["https://a.example/c.pdf"],
      subject: "News"
    } as const
    const shown = (channel: "sms" | "rcs", sms: Submission["sms"]) =>
      play({ batch: [submission(1, { channel, rendered, sms })] }).played[0]?.received
    const both = { message: submission(1).message, carrier, from: Given.phone(9000), receivedAt: at(0) }
    expect(shown("rcs", null)).toStrictEqual({
      ...both,
      channel: "rcs",
      header: "Order",
      headerMedia: rendered.headerMedia,
      body: "Hello *Ada*",
      footer: "Acme",
      buttons: rendered.buttons,
      media: rendered.media,
      subject: "News"
    })
    expect(shown("sms", submission(1).sms)).toStrictEqual({
      ...both,
      channel: "sms",
      header: null,
      headerMedia: null,
      body: rendered.plain,
      footer: null,
      buttons: [],
      media: rendered.media,
      subject: "News"
    })
  })
})

describe("a known attempt", () => {
  const before = { outcome: { _tag: "Refused", failure: "unknown", detail: null }, rounds: 3 } as const
  const known = new Map([[attemptId(1), before]])

  it("gets its last answer again, and nothing else happens", () => {
    const script = [step()]
    expect(play({ known, script })).toStrictEqual({ outcomes: [before.outcome], played: [], scripts: new Map() })
    const { outcomes, played } = play({ batch: [submission(1), submission(1)] })
    expect([outcomes, played.length]).toStrictEqual([[accepted(name(1)), accepted(name(1))], 1])
  })

  it("is played anew by a carrier that forgets, each time as a round of its own", () => {
    const batch = [submission(1), submission(2), submission(1), submission(1)]
    const { played } = play({ batch, behaviour: { forgets: true }, known })
    expect(played.map(({ round, submission: { attempt } }) => [attempt, round])).toStrictEqual([
      [attemptId(1), 3],
      [attemptId(2), 0],
      [attemptId(1), 4],
      [attemptId(1), 5]
    ])
  })
})

describe("a carrier in a mode of its own", () => {
  const modes = { mode: { refuse: "carrier_filtered" } } as const

  it("refuses without using up a step, and the handset shows nothing", () => {
    const outcome = { _tag: "Refused", failure: "carrier_filtered", detail: null } as const
    expect(play({ behaviour: modes, script: [step()] })).toStrictEqual({
      outcomes: [outcome],
      played: [{ submission: submission(1), round: 0, outcome, owed: [], received: null }],
      scripts: new Map()
    })
  })

  it.each(["throw", "hang"] as const)(
    "does not answer when it is to %s, and does not know the attempt then",
    (mode) => {
      expect(play({ behaviour: { mode }, script: [step()] })).toStrictEqual({
        outcomes: [{ _tag: "Unanswered" }],
        played: [],
        scripts: new Map()
      })
    }
  )

  it("answers until when it is busy, and holds the line only where it is busy for all", () => {
    const busy = (share: number) =>
      play({
        behaviour: { mode: "busy", share, modeSince: Given.now },
        batch: [1, 2, 3, 4].map((each) => submission(each))
      })
    const holding = (holds: string) => ({ _tag: "Busy", until: at(1000), holds })
    expect(new Set(busy(1).outcomes.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify(holding("lane"))])
    )
    const some = busy(0.999)
    expect(some.outcomes.filter(({ _tag }) => _tag === "Busy")[0]).toStrictEqual(holding("recipient"))
    expect(busy(1).played).toStrictEqual([])
  })
})

it("what handsets will show is that of each played submission that reaches one", () => {
  const { played } = play({
    batch: [submission(1), submission(2), submission(3, { account: Given.accountId(2) })],
    script: [step(), step({ submit: { refuse: "unknown" }, receipts: [] })]
  })
  expect(Play.arrivals(played).map(({ account, phone, received: { message } }) => [account, phone, message]))
    .toStrictEqual([
      [Given.accountId(1), phone, submission(1).message],
      [Given.accountId(2), phone, submission(3).message]
    ])
})

it("a carrier that nobody has told anything behaves as all do by default", () => {
  expect(Play.plain(Given.now)).toStrictEqual({ now: Given.now, behaviour: Behaviour.byDefault, unheard: new Set() })
})
