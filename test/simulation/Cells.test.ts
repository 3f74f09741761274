/**
 * Accounts in two cells of the simulated world, of which one dies at any moment and comes back.
 */
import type { Invariant } from "@signalbox/testing/simulation/Invariant"
import { invariants } from "@signalbox/testing/simulation/Invariants"
import type { Script, Step } from "@signalbox/testing/simulation/Script"
import { account, carrier, node, script, send } from "@signalbox/testing/simulation/Script"
import { report, search } from "@signalbox/testing/simulation/Search"
import { run } from "@signalbox/testing/simulation/Simulation"
import * as fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { everForgotten } from "../core/DecisionWatch.ts"
import * as Matrix from "../http/Matrix.ts"
import { directory, memory } from "./Memory.ts"

const { SIMULATION_PATH: path, SIMULATION_SEED } = process.env
const firstSeed = Number(SIMULATION_SEED ?? 1)
const worlds = { store: memory, directory }

/** When a send was accepted, its message delivered, and its account told so: in milliseconds after it was asked for. */
interface Course {
  accepted?: number
  delivered?: number
  told?: number
}

/** Notes what becomes of each send, by its marker. */
const courses = (notes: Map<string, Course>): Invariant => ({
  name: "noted",
  promise: "",
  watch: ({ mirror, now }) => {
    const asked = new Map<string, number>()
    const note = (marker: string | undefined, what: keyof Course): void => {
      const since = marker === undefined ? undefined : asked.get(marker)
      if (marker === undefined || since === undefined) return
      const course = notes.get(marker) ?? {}
      notes.set(marker, { ...course, [what]: course[what] ?? now() - since })
    }
    const markerOf = (message: string | undefined) =>
      message === undefined ? undefined : mirror.messages.get(message)?.template?.parameters["order"]
    return {
      see: (sighting) => {
        if (sighting._tag === "Asked" && !asked.has(sighting.marker)) asked.set(sighting.marker, now())
        if (sighting._tag === "Answered" && sighting.status === 202) note(sighting.marker, "accepted")
        if (sighting._tag === "Committed") {
          for (const id of mirror.before.keys()) {
            if (mirror.messages.get(id)!.status === "DELIVERED") note(markerOf(id), "delivered")
          }
        }
        if (sighting._tag === "PostEnded" && sighting.status === 200) {
          const found = mirror.deliveries.get(sighting.delivery)?.delivery
          if (found?.name === "message.delivered") {
            note(markerOf(found.ids?.find((id) => mirror.messages.has(id))), "told")
          }
        }
        return null
      }
    }
  }
})

const minute = 60_000

/** Two nodes, two cells with two accounts each, and a carrier that does as it should. */
const calm = (seed: number, steps: ReadonlyArray<Step>): Script =>
  script({
    seed,
    cells: 2,
    nodes: [node(), node(100)],
    carriers: [carrier("one")],
    accounts: [account({ cell: 0 }), account({ cell: 1 }), account({ cell: 0 }), account({ cell: 1 })],
    steps: steps.toSorted((one, other) => one.at - other.at)
  })

const asking: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.record({
    at: fc.nat(minute / 2),
    act: fc.oneof(
      fc.record({ account: fc.nat(3), first: fc.nat(39), node: fc.nat(1) }).map((parts) =>
        send({ ...parts, retries: 60 })
      ),
      fc.record({ _tag: fc.constant("Write" as const), account: fc.nat(3), phone: fc.nat(39) })
    )
  }),
  { minLength: 10, maxLength: 40 }
)

const death = (cell: number, at: fc.Arbitrary<number>, millis: fc.Arbitrary<number>): fc.Arbitrary<Step> =>
  fc.record({
    at,
    act: fc.record({ _tag: fc.constant("StoreDown" as const), cell: fc.constant(cell), millis })
  })

/** One that is long, and comes before each node knows all names, and perhaps others. */
const deaths = (cell: number): fc.Arbitrary<ReadonlyArray<Step>> =>
  fc.tuple(
    death(cell, fc.nat(5000), fc.constant(25_000)),
    fc.array(death(cell, fc.nat(minute), fc.constantFrom(500, 5000, 25_000)), { maxLength: 2 })
  ).map(([first, others]) => [first, ...others])

/**
 * By how much a death of the other cell may hold a send up, in milliseconds. A name that a node does not know yet waits a
 * second for a directory that is silent, and a receipt a quarter of one for a silent cell. What is told may wait for the
 * next look of a worker in both worlds, or in one of them: a second.
 */
const allowed = [
  { accepted: 1100, delivered: 1400, told: 2500 },
  { accepted: 100, delivered: 150, told: 1200 }
] as const

const stages = ["accepted", "delivered", "told"] as const

/** Plays one world with and without deaths of a cell, and returns what was too slow in the other one, and all that broke. */
const noticed = (dead: 0 | 1, seed: number): ReadonlyArray<string> => {
  const [asked, died] = fc.sample(fc.tuple(asking, deaths(dead)), { seed, numRuns: 1 })[0]!
  const play = (steps: ReadonlyArray<Step>) => {
    const notes = new Map<string, Course>()
    const { trace, violation } = run(calm(seed, steps), { ...worlds, invariants: [...invariants, courses(notes)] })
    return { notes, broken: violation === null ? [] : [violation.text, ...trace.slice(-40)] }
  }
  const [peace, trouble] = [play(asked), play([...asked, ...died])]
  const sends = asked.toSorted((one, other) => one.at - other.at).flatMap(({ act }) => act._tag === "Send" ? [act] : [])
  const slow = sends.flatMap((sent, index) => {
    const marker = `order-${index}`
    const [before, after] = [peace.notes.get(marker), trouble.notes.get(marker)]
    return stages.flatMap((stage) => {
      const [usual, took] = [before?.[stage] ?? Infinity, after?.[stage] ?? Infinity]
      // Nothing of the dead cell's is lost either.
      if (sent.account % 2 === dead) return took < Infinity ? [] : [`${marker} of the dead cell was never ${stage}`]
      return took - usual <= allowed[dead][stage] ? [] : [`${marker} was ${stage} after ${took} ms instead of ${usual}`]
    })
  })
  return [...peace.broken, ...trouble.broken, ...slow]
}

describe("accounts in two cells", () => {
  it.each([0, 1] as const)(
    "do not notice that the other cell dies, and comes back: %i",
    { timeout: 600_000 },
    (dead) => {
      for (let seed = firstSeed; seed < firstSeed + Matrix.searched(16, 0.1); seed++) {
        expect(noticed(dead, seed), `SIMULATION_SEED=${seed}`).toEqual([])
      }
    }
  )

  it("keep every promise, whatever happens", { timeout: 600_000 }, () => {
    const runs = Matrix.searched(30, 0.2)
    const pinned = path === undefined ? {} : { path }
    const { finding } = search({ ...worlds, cells: 2, seed: firstSeed, runs, ...pinned })
    if (finding !== null) expect.fail(report(finding, "npm test -- test/simulation/Cells"))
    expect(finding).toBeNull()
  })
})

afterAll(() => expect([...everForgotten]).toEqual([]))
