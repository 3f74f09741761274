/**
 * Three carriers of the simulated world whose quality changes, with health and without it, and with receipt timeouts. Each
 * prints what it came to.
 */
import type { Carrier, Submission } from "@signalbox/core/Carrier"
import type { HealthTerms } from "@signalbox/core/HealthTerms"
import type { CarrierId } from "@signalbox/core/Id"
import type { Message } from "@signalbox/core/Message"
import type { RoutingRule } from "@signalbox/core/RoutingRule"
import type { Invariant } from "@signalbox/testing/simulation/Invariant"
import { invariants } from "@signalbox/testing/simulation/Invariants"
import { account, node, script, send } from "@signalbox/testing/simulation/Script"
import type { Bring } from "@signalbox/testing/simulation/Simulation"
import { run } from "@signalbox/testing/simulation/Simulation"
import * as Effect from "effect/Effect"
import { afterAll, describe, expect, it } from "vitest"
import { everForgotten } from "../core/DecisionWatch.ts"
import * as Judging from "../core/health/Judging.ts"
import * as Matrix from "../http/Matrix.ts"
import { memory } from "./Memory.ts"

const minute = 60_000

/** Numbers that look alike for ever: a fraction between 0 and 1 for each. */
const chance = (seed: number): number => {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d)
  return ((Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

/** The way of a carrier with messages: it refuses them, or brings a share of them in so many milliseconds. */
interface Quality {
  /** The share that arrives. */
  readonly arrives: number
  readonly afterMillis: number
}

interface Role {
  readonly id: string
  /** The cost of one message. */
  readonly cost: number
  /** @param part how much of the day is over, from 0 to 1 */
  readonly quality: (part: number) => Quality
}

const good: Quality = { arrives: 0.98, afterMillis: 3000 }
const late: Quality = { arrives: 0.9, afterMillis: 40_000 }
const silent: Quality = { arrives: 0, afterMillis: 0 }

interface Outcome {
  readonly asked: number
  /** How many were delivered at all, and within a minute. */
  readonly delivered: number
  readonly timely: number
  /** How many came to their recipients more than once. */
  readonly twice: number
  readonly meanSeconds: number
  readonly cost: number
}

interface Day {
  readonly roles: ReadonlyArray<Role>
  readonly minutes: number
  readonly perMinute: number
  readonly health?: HealthTerms
  readonly receiptSeconds?: number
}

const play = ({ health, minutes, perMinute, receiptSeconds, roles }: Day): Outcome => {
  const length = minutes * minute
  let now = (): number => 0
  const last = new Map<string, Message>()
  const begun = new Map<string, number>()
  /** By message: when it came to its recipient, each time. */
  const arrivals = new Map<string, Array<number>>()
  let cost = 0

  const carriers = (bring: Bring): ReadonlyArray<Carrier> =>
    roles.map(({ cost: each, id, quality }, number): Carrier => ({
      id: id as CarrierId,
      channels: ["sms"],
      pace: null,
      submit: (batch, tell) =>
        Effect.forEach(batch, ({ attempt, message, to }: Submission) =>
          Effect.gen(function*() {
            const at = now()
            const { afterMillis, arrives } = quality(at / length)
            cost += each
            yield* tell(attempt, { _tag: "Accepted", references: [] })
            const isLost = chance(Number(to.slice(-4)) * 31 + number * 7 + Math.floor(at / 1000)) >= arrives
            yield* Effect.forkDetach(Effect.andThen(
              // Delivery takes simulated time, and what is lost is given up shortly before the end of the day.
              Effect.sleep(isLost ? Math.max(0, length - 10_000 - at) : afterMillis),
              Effect.sync(() => {
                if (!isLost) arrivals.set(message, [...arrivals.get(message) ?? [], now()])
                const reported = isLost
                  ? { _tag: "Failed", failure: "handset_unreachable" } as const
                  : { _tag: "Delivered" } as const
                bring(attempt, { _tag: "Attempt", message, attempt }, reported)
              })
            ))
          }), { discard: true })
    }))

  const watching: Invariant = {
    name: "counts",
    promise: "It only counts.",
    watch: (view) => {
      now = () => view.now()
      return {
        see: (sighting) => {
          if (sighting._tag !== "Committed") return null
          for (const row of sighting.commit.puts) {
            if (row.kind !== "message") continue
            last.set(row.key, row.value)
            if (!begun.has(row.key)) begun.set(row.key, now())
          }
          return null
        }
      }
    }
  }

  const rules = roles.map(({ id }, priority): RoutingRule => ({
    channel: "sms",
    carrier: id as CarrierId,
    action: "ALLOW",
    fallback: true,
    country: null,
    priority,
    ...(receiptSeconds === undefined ? {} : { receiptSeconds })
  }))
  const count = minutes * perMinute
  const result = run(
    script({
      nodes: [node(), node(150)],
      carriers: [],
      accounts: [account({ hasWebhook: false })],
      steps: Array.from({ length: count }, (_, index) => ({
        at: Math.floor(index * minute / perMinute),
        act: send({ first: index % 9000, node: index % 2, key: false })
      }))
    }),
    {
      store: memory,
      carriers,
      rules,
      invariants: [...invariants.filter(({ name }) => name === "usage-is-what-messages-say"), watching],
      ...(health === undefined ? {} : { health })
    }
  )
  expect(result.violation, result.trace.slice(-30).join("\n")).toBeNull()
  const times = [...arrivals].map(([id, each]) => Math.min(...each) - begun.get(id)!)
  return {
    asked: last.size,
    delivered: arrivals.size,
    timely: times.filter((each) => each <= minute).length,
    twice: [...arrivals.values()].filter(({ length }) => length > 1).length,
    meanSeconds: times.reduce((sum, each) => sum + each, 0) / times.length / 1000,
    cost
  }
}

const told = (name: string, { asked, cost, delivered, meanSeconds, timely, twice }: Outcome): string =>
  `${name}: ${(100 * timely / asked).toFixed(1)} % within a minute, ${
    (100 * delivered / asked).toFixed(1)
  } % in all, ` +
  `${meanSeconds.toFixed(1)} s on average, ${(cost / asked).toFixed(4)} a message, ${twice} twice`

/** The usual terms, for a day that passes sixty times as fast. */
const quick: HealthTerms = {
  ...Judging.terms,
  slowSeconds: 10,
  minimum: 5,
  windowMinutes: 2,
  slowStepMinutes: 1,
  step: 50,
  restMinutes: 3
}

afterAll(() => expect([...everForgotten]).toEqual([]))

describe("carriers of the simulated world", () => {
  it("bring more, and sooner, when unwell ones are tried later and messages go on in time [XRT-056, XRT-065]", {
    timeout: 300_000
  }, () => {
    const day: Day = {
      minutes: Matrix.searched(60, 0.15),
      perMinute: 8,
      roles: [
        // It takes all that it is given for half of the day, and brings nothing of it.
        { id: "cheap", cost: 0.01, quality: (part) => part > 0.2 && part < 0.7 ? silent : good },
        // What it brings in the end comes after messages have gone on.
        { id: "plain", cost: 0.02, quality: (part) => part > 0.4 && part < 0.6 ? late : good },
        { id: "dear", cost: 0.04, quality: () => good }
      ]
    }
    const plainly = play(day)
    const healthy = play({ ...day, health: quick })
    const both = play({ ...day, health: quick, receiptSeconds: 15 })
    console.log(told("carriers, as the rules say", plainly))
    console.log(told("carriers, by their health", healthy))
    console.log(told("carriers, by their health and with receipt timeouts", both))
    // Without health all that the silent carrier takes is lost.
    expect(healthy.delivered).toBeGreaterThan(plainly.delivered)
    expect(healthy.cost).toBeGreaterThan(plainly.cost)
    // A message that goes on is there in the end, for the price of the second route.
    expect(both.delivered).toBeGreaterThan(healthy.delivered)
    expect(both.delivered).toBeGreaterThan(0.95 * both.asked)
    // Some messages arrive twice: only those that have gone on, and most of these never came before.
    expect([plainly.twice, healthy.twice]).toEqual([0, 0])
    expect(both.twice).toBeGreaterThan(0)
    expect(both.twice).toBeLessThan(both.asked / 5)
  })
})
