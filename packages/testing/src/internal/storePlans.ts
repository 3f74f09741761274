/**
 * Random histories of a store: steps as plain data, so that they shrink well. Few keys, so that commits meet.
 */
import type { EventName } from "@signalbox/core/EventName"
import * as fc from "fast-check"

/**
 * Instants differ by whole multiples of this many milliseconds: the clock of a real store goes on between the moment for
 * which a step asks and the step.
 */
export const unit = 10_000

const names: ReadonlyArray<EventName> = ["message.sent", "message.failed", "contact.help"]

/** Contacts 0-2 and webhooks 3-5. Two of three belong to the first account. */
const subject = fc.nat({ max: 5 })

const put = fc.record({
  subject,
  /** Contacts differ by their place and their number, webhooks by what they subscribe to. */
  late: fc.nat({ max: 2 }),
  phone: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: fc.nat({ max: 2 }) }),
  subscribes: fc.subarray([...names])
})

/** `now`: the version that was loaded last; `before`: one that stood earlier; `absent`: none. */
const expects = fc.record({
  subject,
  how: fc.oneof(
    { weight: 6, arbitrary: fc.constant("now" as const) },
    { weight: 1, arbitrary: fc.constantFrom("before" as const, "absent" as const) }
  )
})

/** An expectation that nobody has a number. */
const free = fc.record({ account: fc.nat({ max: 1 }), phone: fc.nat({ max: 2 }) })

const spend = fc.record({
  account: fc.nat({ max: 1 }),
  amount: fc.integer({ min: -6, max: 5 }),
  floor: fc.constantFrom(-2, 0, 1),
  once: fc.option(fc.nat({ max: 11 }), { freq: 3 })
})

const count = fc.record({
  counter: fc.nat({ max: 1 }),
  by: fc.integer({ min: -1, max: 3 }),
  ceiling: fc.constantFrom(null, 2, 5),
  once: fc.option(fc.nat({ max: 11 }), { freq: 3 })
})

const work = fc.nat({ max: 4 })

/** Lanes 0-2 have one holder at a time, 3 is shared. */
const lane = fc.nat({ max: 3 })

const node = fc.constantFrom("one", "two")

const due = fc.record({
  work,
  lane,
  late: fc.integer({ min: -3, max: 2 }),
  failures: fc.nat({ max: 2 }),
  holder: fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: node })
})

/** For how long; null: the lane is opened. */
const pause = fc.record({ lane, late: fc.constantFrom(null, -1, 0, 1, 2, 4) })

/** The place of a lease among those that were ever given out, the latest first. */
const lease = fc.nat({ max: 5 })

const event = fc.record({ account: fc.nat({ max: 1 }), name: fc.constantFrom(...names), late: fc.nat({ max: 2 }) })

const upTo = <A>(maxLength: number, each: fc.Arbitrary<A>): fc.Arbitrary<ReadonlyArray<A>> =>
  fc.array(each, { maxLength })

const rarely = <A>(each: fc.Arbitrary<A>): fc.Arbitrary<ReadonlyArray<A>> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(each, { maxLength: 2 }) })

const plan = fc.record({
  expects: upTo(1, expects),
  free: rarely(free),
  puts: upTo(3, put),
  deletes: rarely(subject),
  debits: upTo(3, spend),
  counts: upTo(2, count),
  events: rarely(event),
  due: upTo(2, due),
  completes: upTo(1, lease),
  holds: rarely(lease),
  releases: rarely(lease),
  pauses: rarely(pause),
  cancels: rarely(work),
  /** The place of a claim among those that were ever begun, the latest first. */
  reply: rarely(fc.nat({ max: 1 })).map(([first]) => first ?? null)
})

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ _tag: fc.constant("Batch"), plans: fc.array(plan, { minLength: 1, maxLength: 5 }) })
  },
  {
    weight: 4,
    arbitrary: fc.record({
      _tag: fc.constant("Claim"),
      node,
      limit: fc.constantFrom(0, 1, 2, 4, 6, 9),
      width: fc.constantFrom(0, 1, 2, 3, 4)
    })
  },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Kill"), node }) },
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: fc.constant("Begin"),
      key: fc.nat({ max: 1 }),
      fingerprint: fc.constantFrom("a", "a", "b")
    })
  },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Abandon"), claim: fc.nat({ max: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      _tag: fc.constant("Wait"),
      millis: fc.oneof(fc.constantFrom(unit, 2 * unit), fc.constantFrom(30_000, 60_000, 86_400_000))
    })
  }
)

export const steps = fc.array(step, { minLength: 1, maxLength: 24, size: "max" })

type Of<A> = A extends fc.Arbitrary<infer Value> ? Value : never

export type Plan = Of<typeof plan>
export type Step = Of<typeof step>
