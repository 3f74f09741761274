/**
 * Scripts by chance: who is there, what happens and what goes wrong, within what is let loose.
 */
import * as fc from "fast-check"
import type { AccountRole, Act, CarrierRole, NodeRole, Script, Send, Step, Temper } from "./Script.ts"
import { temper } from "./Script.ts"

/** Kinds of trouble that a script may hold. */
export const hazards = [
  "kills",
  "pauses",
  "cut-offs",
  "store-failures",
  "slow-store",
  "drifting-clocks",
  "set-clocks",
  "unstorable-rows",
  "slow-carriers",
  "throwing-carriers",
  "silent-carriers",
  "busy-carriers",
  "paced-carriers",
  "short-answers",
  "late-answers",
  "stray-answers",
  "repeated-answers",
  "refusals",
  "forgetful-carriers",
  "rubbish-references",
  "several-parts",
  "wild-receipts",
  "failed-receipts",
  "failing-receivers",
  "hanging-media",
  "aborted-requests",
  "repeated-requests",
  "large-sends",
  "suppressions"
] as const
export type Hazard = (typeof hazards)[number]

export interface Extent {
  /** The hazards that may befall the world; all, unless told. */
  readonly hazards?: ReadonlyArray<Hazard>
  /** Gives the world carriers beside your own; true unless told. */
  readonly simulatedCarriers?: boolean
  /** The time for which clients keep asking, in milliseconds. */
  readonly millis?: number
  /** In how many cells accounts lie; absent: there is one store. */
  readonly cells?: number
}

const phones = 40

const shareOf = (isLoose: boolean): fc.Arbitrary<number> =>
  isLoose ? fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.constantFrom(0.1, 0.3, 1)) : fc.constant(0)

const tempers = (has: (hazard: Hazard) => boolean): fc.Arbitrary<Temper> =>
  fc.record({
    latency: has("slow-carriers") ? fc.constantFrom(1, 50, 500, 4000) : fc.constantFrom(1, 50, 500),
    perSecond: has("slow-carriers") ? fc.constantFrom(null, null, 10, 100) : fc.constantFrom(null, null, 500),
    pace: has("paced-carriers")
      ? fc.constantFrom(null, null, { perSecond: 5, inFlight: 3 }, { perSecond: 30, inFlight: 100 })
      : fc.constant(null),
    answersWithin: has("slow-carriers") ? fc.constantFrom(null, null, 3000, 45_000) : fc.constant(null),
    knows: has("forgetful-carriers") ? fc.boolean() : fc.constant(true),
    throws: shareOf(has("throwing-carriers")),
    hangs: shareOf(has("silent-carriers")),
    short: shareOf(has("short-answers")),
    late: shareOf(has("late-answers")),
    twice: shareOf(has("repeated-answers")),
    strays: shareOf(has("stray-answers")),
    busy: shareOf(has("busy-carriers")),
    busyMillis: fc.constantFrom(50, 2000, 20_000),
    busyHolds: fc.constantFrom("lane", "recipient", "node"),
    refuses: shareOf(has("refusals")),
    refusal: fc.constantFrom("rate_limited", "provider_unavailable", "invalid_number", "undeliverable_by_route"),
    reference: fc.constantFrom(
      "none",
      "name",
      ...(has("several-parts") ? ["parts" as const] : []),
      ...(has("rubbish-references") ? ["rubbish" as const] : [])
    ),
    receiptAfter: has("wild-receipts") ? fc.constantFrom(-100, 0, 300, 20_000) : fc.constantFrom(300, 2000),
    receipts: has("wild-receipts") ? fc.integer({ min: 1, max: 3 }) : fc.constant(1),
    receiptFails: shareOf(has("failed-receipts")),
    receiptLost: shareOf(has("wild-receipts"))
  })

const nodes = (has: (hazard: Hazard) => boolean): fc.Arbitrary<NodeRole> =>
  has("drifting-clocks")
    ? fc.record({ ahead: fc.constantFrom(0, 0, -1500, 1500, 40_000, -40_000), skew: fc.constantFrom(0, 200, -200) })
    // Every clock is off a little.
    : fc.record({ ahead: fc.constantFrom(0, -100, 100), skew: fc.constantFrom(0, 20) })

const sends = (has: (hazard: Hazard) => boolean): fc.Arbitrary<Send> =>
  fc.record({
    _tag: fc.constant("Send" as const),
    account: fc.nat(2),
    first: fc.nat(phones - 1),
    count: fc.oneof(
      { weight: 8, arbitrary: fc.constant(1) },
      { weight: 3, arbitrary: fc.integer({ min: 2, max: 12 }) },
      ...(has("large-sends") ? [{ weight: 1, arbitrary: fc.constantFrom(...Array<number>(9).fill(20), 200) }] : [])
    ),
    channel: fc.constantFrom("sms", "sms", "auto_detect", "mms"),
    fallback: fc.constantFrom(
      null,
      { channels: ["mms", "sms"] as const, after: 10 },
      { channels: ["sms", "mms"] as const, after: 30 }
    ),
    media: has("hanging-media") ? fc.constantFrom("none", "quick", "hangs") : fc.constantFrom("none", "quick"),
    long: has("several-parts") ? fc.boolean() : fc.constant(false),
    key: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
    retries: fc.integer({ min: 0, max: 6 }),
    abortAfter: has("aborted-requests") ? fc.constantFrom(null, null, 1, 8, 40) : fc.constant(null),
    doubled: has("repeated-requests") ? fc.boolean() : fc.constant(false),
    node: fc.nat(2)
  }).map((send) => ({
    ...send,
    media: send.channel === "mms" ? send.media : "none",
    fallback: send.channel === "auto_detect" ? send.fallback : null
  }))

const troubles = (has: (hazard: Hazard) => boolean): ReadonlyArray<fc.Arbitrary<Act>> => {
  const node = fc.nat(2)
  const account = fc.nat(2)
  const short = fc.constantFrom(50, 500, 3000)
  const long = fc.constantFrom(500, 5000, 25_000)
  // Somewhat longer than it takes to be declared dead.
  const standstill = fc.constantFrom(500, 5000, 19_000, 22_000)
  const of = (hazard: Hazard, ...acts: ReadonlyArray<fc.Arbitrary<Act>>) => has(hazard) ? acts : []
  return [
    ...of(
      "kills",
      fc.record({ _tag: fc.constant("Kill" as const), node, restartAfter: fc.constantFrom(100, 2000, 30_000) })
    ),
    ...of("pauses", fc.record({ _tag: fc.constant("Pause" as const), node, millis: standstill })),
    ...of("cut-offs", fc.record({ _tag: fc.constant("CutOff" as const), node, millis: long })),
    ...of(
      "store-failures",
      fc.record({ _tag: fc.constant("StoreDown" as const), millis: short }),
      fc.record({ _tag: fc.constant("StoreFlaky" as const), millis: long, share: fc.constantFrom(0.05, 0.3) }),
      fc.record({
        _tag: fc.constant("FailCommits" as const),
        about: fc.constantFrom("submission", "delivery", "dispatch"),
        count: fc.integer({ min: 1, max: 2 }),
        lost: fc.boolean()
      })
    ),
    ...of(
      "unstorable-rows",
      fc.record({ _tag: fc.constant("Unstorable" as const), phone: fc.nat(phones - 1) })
    ),
    ...of(
      "set-clocks",
      fc.record({ _tag: fc.constant("ClockSet" as const), node, ahead: fc.constantFrom(0, -1500, 5000, -60_000) })
    ),
    ...of("slow-store", fc.record({ _tag: fc.constant("StoreSlow" as const), millis: long, latency: short })),
    ...of(
      "failing-receivers",
      fc.record({
        _tag: fc.constant("Receiver" as const),
        account,
        millis: fc.constantFrom(500, 20_000, 90_000),
        mood: fc.constantFrom("fails", "hangs", "refuses")
      })
    ),
    ...of(
      "suppressions",
      fc.record({ _tag: fc.constant("Suppress" as const), account, phone: fc.nat(phones - 1), on: fc.boolean() })
    ),
    fc.record({ _tag: fc.constant("TopUp" as const), account, amount: fc.integer({ min: 1, max: 1000 }) })
  ]
}

/** The trouble of one cell, and what only matters where there are several. */
const inCells = (cells: number | undefined): ReadonlyArray<fc.Arbitrary<Act>> =>
  cells === undefined ? [] : [
    fc.record({
      _tag: fc.constant("StoreDown" as const),
      cell: fc.nat(cells - 1),
      millis: fc.constantFrom(500, 5000, 25_000)
    }),
    fc.record({ _tag: fc.constant("Write" as const), account: fc.nat(2), phone: fc.nat(phones - 1) })
  ]

const roles = (has: (hazard: Hazard) => boolean): fc.Arbitrary<ReadonlyArray<CarrierRole>> =>
  fc.array(tempers(has), { minLength: 1, maxLength: 2 }).map((found) =>
    found.map((each, index): CarrierRole => ({
      id: ["one", "two"][index]!,
      channels: index === 0 ? ["sms", "mms", "whatsapp"] : ["sms", "rcs"],
      temper: temper(each)
    }))
  )

const accounts: fc.Arbitrary<AccountRole> = fc.record({
  // Some have hardly any money.
  balance: fc.constantFrom(10_000_000, 10_000_000, 500),
  hasWebhook: fc.boolean(),
  dailyLimit: fc.constantFrom(null, null, 5),
  spendCap: fc.constantFrom(null, null, 1000)
})

export const scripts = (extent: Extent = {}): fc.Arbitrary<Script> => {
  const { cells, hazards: loose = hazards, millis = 60_000, simulatedCarriers = true } = extent
  const has = (hazard: Hazard): boolean => loose.includes(hazard)
  const at = fc.nat(millis)
  const asking: fc.Arbitrary<Step> = fc.record({ at, act: sends(has) })
  const trouble: fc.Arbitrary<Step> = fc.record({ at, act: fc.oneof(...troubles(has), ...inCells(cells)) })
  return fc.record({
    seed: fc.noShrink(fc.integer({ min: 0, max: 0x7fffffff })),
    ...(cells === undefined ? {} : { cells: fc.constant(cells) }),
    nodes: fc.array(nodes(has), { minLength: 1, maxLength: 3 }),
    carriers: simulatedCarriers ? roles(has) : fc.constant([]),
    accounts: fc.array(accounts, { minLength: cells ?? 1, maxLength: 3 }).map((roles) =>
      cells === undefined ? roles : roles.map((role, index) => ({ ...role, cell: index % cells }))
    ),
    steps: fc.tuple(
      fc.array(asking, { minLength: 1, maxLength: 12 }),
      fc.array(trouble, { maxLength: 6 })
    ).map(([asking, trouble]) => [...asking, ...trouble].toSorted((one, other) => one.at - other.at))
  })
}
