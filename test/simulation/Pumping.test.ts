/**
 * Two days of an account that is watched for SMS pumping: a fraudster's, and an honest launch. Both print what they came to,
 * since a heuristic is judged by its figures.
 */
import type { Carrier, Submission } from "@signalbox/core/Carrier"
import type { CarrierId } from "@signalbox/core/Id"
import type { Message } from "@signalbox/core/Message"
import type { Invariant } from "@signalbox/testing/simulation/Invariant"
import { invariants } from "@signalbox/testing/simulation/Invariants"
import type { Step, Verify } from "@signalbox/testing/simulation/Script"
import { account, node, script } from "@signalbox/testing/simulation/Script"
import type { Bring } from "@signalbox/testing/simulation/Simulation"
import { run } from "@signalbox/testing/simulation/Simulation"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Matrix from "../http/Matrix.ts"
import { memory } from "./Memory.ts"

const minute = 60_000

/** Numbers that look alike for ever: a fraction between 0 and 1 for each. */
const chance = (seed: number): number => {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d)
  return ((Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

const verify = (at: number, phone: string, checkedAfter: number | null, of = 0): Step => ({
  at: Math.floor(at),
  act: { _tag: "Verify", account: 0, phone, checkedAfter, node: of } satisfies Verify
})

/** A carrier whose receipts say of each number what its owner wants. */
const carrier = (fails: (phone: string) => boolean) => (bring: Bring): ReadonlyArray<Carrier> => [{
  id: "own" as CarrierId,
  channels: ["sms"],
  pace: null,
  submit: (batch, tell) =>
    Effect.forEach(batch, ({ attempt, message, to }: Submission) =>
      Effect.gen(function*() {
        yield* tell(attempt, { _tag: "Accepted", references: [] })
        const reported = fails(to)
          ? { _tag: "Failed", failure: "handset_unreachable" } as const
          : { _tag: "Delivered" } as const
        yield* Effect.forkDetach(Effect.andThen(
          // Receipts take two seconds of the simulated time.
          Effect.sleep(2000),
          Effect.sync(() => bring(attempt, { _tag: "Attempt", message, attempt }, reported))
        ))
      }), { discard: true })
}]

/** Sees what became of the messages to each prefix, and when the first pause of each came. */
const watching = () => {
  const last = new Map<string, Message>()
  const pauses: Array<{ readonly prefix: string; readonly reason: string; readonly at: number }> = []
  let now = (): number => 0
  const invariant: Invariant = {
    name: "counts",
    promise: "It only counts.",
    watch: (view) => {
      now = () => view.now()
      return {
        see: (sighting) => {
          if (sighting._tag !== "Committed") return null
          for (const row of sighting.commit.puts) {
            if (row.kind === "message") last.set(row.key, row.value)
            if (row.kind === "paused_prefix") {
              pauses.push({ prefix: row.value.prefix, reason: row.value.reason, at: now() })
            }
          }
          return null
        }
      }
    }
  }
  const ended = (prefix: string) => {
    const messages = [...last.values()].filter(({ phone }) => phone.startsWith(prefix))
    const blocked = messages.filter(({ code }) => code === "SIGNALBOX_002").length
    return { asked: messages.length, blocked, sent: messages.length - blocked }
  }
  return { invariant, pauses, ended }
}

const play = (steps: ReadonlyArray<Step>, fails: (phone: string) => boolean) => {
  const watched = watching()
  const result = run(
    script({
      nodes: [node(), node(200), node(-100)],
      carriers: [],
      accounts: [account({ hasWebhook: false, pumping: {} })],
      steps
    }),
    {
      store: memory,
      carriers: carrier(fails),
      invariants: [...invariants.filter(({ name }) => name === "usage-is-what-messages-say"), watched.invariant]
    }
  )
  expect(result.violation, result.trace.slice(-30).join("\n")).toBeNull()
  return watched
}

/** The prefixes of towns and networks, and how many digits follow. */
const towns: ReadonlyArray<readonly [prefix: string, digits: number]> = [
  ["+447700", 6],
  ["+491511", 7],
  ["+336123", 5],
  ["+14155", 6],
  ["+12125", 6],
  ["+346221", 5],
  ["+393201", 6]
]

const phoneOf = ([prefix, digits]: (typeof towns)[number], index: number): string =>
  `${prefix}${String(index + 10 ** (digits - 1) * 5).slice(-digits)}`

/** Honest people all over: nine of ten type the code in within two minutes, the others give up. */
const honest = (count: number, millis: number, seed: number): ReadonlyArray<Step> =>
  Array.from({ length: count }, (_, index) => {
    const givesUp = chance(2 * index + seed) < 0.1
    const checkedAfter = givesUp ? null : 5000 + 115_000 * chance(2 * index + 1 + seed)
    return verify(index * millis / count, phoneOf(towns[index % towns.length]!, index), checkedAfter, index)
  })

/** One every two seconds into one range, as rented numbers go. */
const rented = "+947712"
const range = (count: number, checkedAfter: number | null): ReadonlyArray<Step> =>
  Array.from({ length: count }, (_, index) => verify(index * 2000, phoneOf([rented, 5], index), checkedAfter, index))

describe("an account that is watched for pumping", () => {
  it("stops a fraudster soon, and nobody beside [XPR-190]", { timeout: 120_000 }, () => {
    const [count, beside] = [Matrix.searched(900, 0.18), Matrix.searched(350, 0.12)]
    const watched = play([...range(count, null), ...honest(beside, count * 2000, 7)], () => false)
    const bad = watched.ended(rented)
    const all = watched.ended("+")
    const others = { asked: all.asked - bad.asked, blocked: all.blocked - bad.blocked }
    console.log(
      `pumping, a fraudster: stopped after ${((watched.pauses[0]?.at ?? Infinity) / minute).toFixed(1)} min; ` +
        `${bad.sent} of ${bad.asked} messages went out; ${others.blocked} of ${others.asked} of the others were lost`
    )
    expect(watched.pauses.map(({ prefix, reason }) => [prefix, reason])).toEqual([[rented, "unchecked"]])
    expect(bad.asked).toBe(count)
    expect(bad.sent).toBeLessThan(150)
    expect(others).toEqual({ asked: beside, blocked: 0 })
  })

  it("lets an honest launch day through, where one receipt of five says that nothing came [XPR-192]", {
    timeout: 120_000
  }, () => {
    const count = Matrix.searched(1500, 0.14)
    const watched = play(honest(count, count * 2000, 3), (phone) => chance(Number(phone.slice(-5))) < 0.2)
    const { asked, blocked } = watched.ended("+")
    console.log(
      `pumping, a launch day: ${blocked} of ${asked} messages lost (${(100 * blocked / asked).toFixed(2)} %), ` +
        `${watched.pauses.length} prefixes paused`
    )
    expect(asked).toBe(count)
    expect(blocked).toBeLessThan(asked / 100)
  })

  it("stops what does not arrive, although its codes are checked [XPR-191]", { timeout: 120_000 }, () => {
    const watched = play(range(60, 1000), () => true)
    const bad = watched.ended(rented)
    console.log(`pumping, numbers that are dead: ${bad.sent} of ${bad.asked} messages went out`)
    expect(watched.pauses.map(({ prefix, reason }) => [prefix, reason])).toEqual([[rented, "undelivered"]])
    expect(bad.sent).toBeLessThan(40)
  })
})
