/**
 * The operator's calls about work, lanes and carriers tell each answer field for field, and each refusal by its code and its
 * words.
 */
import type { DeadLetter } from "@signalbox/core/internal/row/DeadLetter"
import type { CarrierWeight, WaitingLane } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import { describe } from "vitest"
import * as Given from "../core/Given.ts"
import type { Case, Parts } from "./Operated.ts"
import { answers, cursor, dated, day, id, later, place, refusal, shouted, unknown, wrong } from "./Operated.ts"

const [acme, other] = [Given.carrierId("acme"), Given.carrierId("other")]

describe("a call about carriers", () => {
  const mark = {
    carrier: acme,
    country: null,
    weight: 50,
    since: later(1),
    step: 10,
    restMinutes: 5,
    trouble: "slow",
    counted: 30,
    troubled: 20
  } as const
  const pin = { carrier: other, country: "GB", weight: 5, since: later(2), until: later(3) } as const
  const weights: ReadonlyArray<CarrierWeight> = [
    { carrier: acme, country: null, weight: 60, mark, pin: null },
    { carrier: other, country: "GB", weight: 5, mark: null, pin }
  ]
  const pinned = (answer: "Changed" | "Unchanged" | "BadEnd" | "TooMany", told: unknown): Case => [
    `pins one: ${answer}`,
    { pinCarrier: () => Effect.succeed(answer) },
    ({ operator }) => operator.carriers.pin("other", { weight: 0, until: dated(day), country: "GB" }),
    told,
    [["pinCarrier", { carrier: other, country: "GB" }, 0, later(day)]]
  ]

  answers([
    [
      "tells how they fare",
      { carrierWeights: Effect.succeed(weights) },
      ({ operator }) => operator.carriers.health(),
      [
        {
          carrier: "acme",
          country: null,
          weight: 60,
          trouble: "slow",
          counted: 30,
          troubled: 20,
          fellAt: dated(1),
          pinnedUntil: null
        },
        {
          carrier: "other",
          country: "GB",
          weight: 5,
          trouble: null,
          counted: null,
          troubled: null,
          fellAt: null,
          pinnedUntil: dated(3)
        }
      ]
    ],
    pinned("Changed", true),
    pinned("Unchanged", false),
    pinned("BadEnd", wrong("carriers.pin", "until must lie ahead, by 30 days at most")),
    pinned("TooMany", refusal("CONFLICT_010", 409, "As many carriers are pinned as may be: release some of them.")),
    [
      "pins one everywhere, with all that there is",
      { pinCarrier: () => Effect.succeed("Changed") },
      ({ operator }) => operator.carriers.pin("acme", { weight: 100, until: dated(1) }),
      true,
      [["pinCarrier", { carrier: acme, country: null }, 100, later(1)]]
    ],
    [
      "releases one that may be gone",
      { releaseCarrier: () => Effect.succeed(true) },
      ({ operator }) => operator.carriers.release("gone", { country: "GB" }),
      true,
      [["releaseCarrier", { carrier: "gone", country: "GB" }]]
    ],
    [
      "releases one everywhere",
      { releaseCarrier: () => Effect.succeed(false) },
      ({ operator }) => operator.carriers.release("acme"),
      false,
      [["releaseCarrier", { carrier: acme, country: null }]]
    ],
    [
      "lists them",
      {
        restrictions: Effect.succeed([
          { on: "submission:acme", mode: "drained", since: later(1) },
          { on: `submission:other/${id}`, mode: "paused", since: later(2) }
        ])
      },
      ({ operator }) => operator.carriers.list(),
      [
        { id: "acme", channels: ["sms"], paused: false, drained: true },
        { id: "other", channels: ["sms"], paused: false, drained: false }
      ]
    ]
  ])
})

describe("a call about lanes", () => {
  const lane = (name: WaitingLane["lane"], parts: Partial<WaitingLane> = {}): WaitingLane => ({
    lane: name,
    waiting: 2,
    held: 1,
    firstAt: later(1),
    ageMillis: 7,
    pausedUntil: null,
    restrictions: [],
    ...parts
  })
  const shown = (name: string, parts: object = {}): object => ({
    lane: name,
    waiting: 2,
    held: 1,
    firstAt: dated(1),
    ageMs: 7,
    pausedUntil: null,
    paused: false,
    drained: false,
    ...parts
  })
  const all: ReadonlyArray<WaitingLane> = [
    lane("audit:a", { restrictions: ["paused"], pausedUntil: later(2) }),
    lane("audit:b"),
    lane("send:a", { restrictions: ["drained"] }),
    lane("send:c")
  ]
  /** A page has one lane. */
  const lanes: Parts = {
    lanes: (kind, after) =>
      Effect.succeed(all.filter((each) => each.lane.startsWith(`${kind}:`) && each.lane > (after ?? "")).slice(0, 1))
  }
  const restrict = (answer: "Changed" | "Unchanged" | "TooMany" | "NoSuchLane" | "NotDrained"): Parts => ({
    restrict: () => Effect.succeed(answer),
    lift: () => Effect.succeed(answer)
  })
  const refused = (answer: "TooMany" | "NoSuchLane" | "NotDrained", told: object): Case => [
    `pauses none: ${answer}`,
    restrict(answer),
    ({ operator }) => operator.lanes.pause("send:a"),
    told
  ]

  answers([
    [
      "lists all of them, kind by kind",
      lanes,
      ({ operator }) => operator.lanes.list(),
      {
        lanes: [
          shown("audit:a", { paused: true, pausedUntil: dated(2) }),
          shown("audit:b"),
          shown("send:a", { drained: true }),
          shown("send:c")
        ],
        after: null
      }
    ],
    [
      "lists some of them, and where to go on",
      lanes,
      ({ operator }) => operator.lanes.list({ limit: 2, after: "audit:a" }),
      { lanes: [shown("audit:b"), shown("send:a", { drained: true })], after: "send:a" }
    ],
    [
      "lists those of a kind",
      lanes,
      ({ operator }) => operator.lanes.list({ kind: "send", limit: 1 }),
      { lanes: [shown("send:a", { drained: true })], after: "send:a" },
      [["lanes", "send", undefined]]
    ],
    [
      "lists none of a kind that is over",
      lanes,
      ({ operator }) => operator.lanes.list({ kind: "audit", after: "send:a" }),
      { lanes: [], after: null },
      []
    ],
    [
      "tells what is held up",
      {
        restrictions: Effect.succeed([
          { on: "submission:acme", mode: "paused", since: later(1) },
          { on: `submission:acme/${id}`, mode: "drained", since: later(2) },
          { on: "send:a", mode: "paused", since: later(3) }
        ])
      },
      ({ operator }) => operator.lanes.restrictions(),
      [
        { carrier: "acme", lane: null, mode: "paused", since: dated(1) },
        { carrier: null, lane: `submission:acme/${id}`, mode: "drained", since: dated(2) },
        { carrier: null, lane: "send:a", mode: "paused", since: dated(3) }
      ]
    ],
    ...(["pause", "drain"] as const).flatMap((how): ReadonlyArray<Case> => [
      [`${how}s a lane`, restrict("Changed"), ({ operator }) => operator.lanes[how]("send:a"), true, [
        ["restrict", { lane: "send:a" }, how === "pause" ? "paused" : "drained"]
      ]],
      [`${how}s a carrier`, restrict("Unchanged"), ({ operator }) => operator.carriers[how]("acme"), false, [
        ["restrict", { carrier: acme }, how === "pause" ? "paused" : "drained"]
      ]]
    ]),
    ["lets a lane go on", restrict("Unchanged"), ({ operator }) => operator.lanes.resume("send:a"), false, [
      ["lift", { lane: "send:a" }]
    ]],
    [
      "lets a carrier go on that is gone",
      restrict("Changed"),
      ({ operator }) => operator.carriers.resume("gone"),
      true,
      [
        ["lift", { carrier: "gone" }]
      ]
    ],
    refused("TooMany", refusal("CONFLICT_010", 409, "As much is paused and drained as may be: resume some of it.")),
    refused("NoSuchLane", wrong("lanes.pause", "lane must be the name of a lane as operator.lanes.list shows it")),
    refused(
      "NotDrained",
      wrong("lanes.pause", "lane must be one of the kind submission: nothing else can be drained, only paused")
    )
  ])
})

describe("a call about work", () => {
  const letter: DeadLetter = {
    kind: "send",
    key: "k",
    lane: "send:a",
    failures: 3,
    cause: "no luck",
    at: later(1)
  }
  const name = { kind: "send", key: "k" }

  answers([
    [
      "lists what has failed for good",
      { deadLetters: () => Effect.succeed({ letters: [letter], total: 4, after: place }) },
      ({ operator }) => operator.deadLetters.list({ limit: 1, after: cursor }),
      { deadLetters: [{ ...letter, at: dated(1) }], total: 4, after: cursor },
      [["deadLetters", 0, 1, place]]
    ],
    ...(["Retried", "NotFound"] as const).map((answer): Case => [
      `goes back to it: ${answer}`,
      { retryDeadLetter: () => Effect.succeed(answer) },
      ({ operator }) => operator.deadLetters.retry(name),
      answer === "Retried",
      [["retryDeadLetter", "send", "k"]]
    ]),
    ...(["Discarded", "NotFound"] as const).map((answer): Case => [
      `does away with it: ${answer}`,
      { discardDeadLetter: () => Effect.succeed(answer) },
      ({ operator }) => operator.deadLetters.discard(name),
      answer === "Discarded",
      [["discardDeadLetter", "send", "k"]]
    ]),
    [
      "cancels what waits",
      { cancelWaiting: () => Effect.succeed({ cancelled: 1, looked: 2, after: place }) },
      ({ operator }) => operator.messages.cancelWaiting(shouted, { carrier: "acme", after: cursor }),
      { cancelled: 1, looked: 2, after: cursor },
      [["cancelWaiting", id, acme, place]]
    ],
    [
      "cancels what waits anywhere",
      { cancelWaiting: () => Effect.succeed({ cancelled: 0, looked: 0, after: null }) },
      ({ operator }) => operator.messages.cancelWaiting(shouted),
      { cancelled: 0, looked: 0, after: null },
      [["cancelWaiting", id, null, null]]
    ],
    [
      "cancels nothing of nobody",
      { cancelWaiting: () => Effect.succeed(null) },
      ({ operator }) => operator.messages.cancelWaiting(shouted),
      unknown
    ]
  ])
})
