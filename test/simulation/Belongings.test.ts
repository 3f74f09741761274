/** After whatever has happened in the simulated world, all that the store has belongs to somebody, or is known to be nobody's. */
import type { Commit } from "@signalbox/core/Commit"
import type { AccountId } from "@signalbox/core/Id"
import { Idempotency } from "@signalbox/core/Idempotency"
import * as Belongings from "@signalbox/core/internal/cells/Belongings"
import * as Cargo from "@signalbox/core/internal/cells/Cargo"
import * as CargoSums from "@signalbox/core/internal/cells/CargoSums"
import * as Companions from "@signalbox/core/internal/cells/Companions"
import { refText } from "@signalbox/core/Kind"
import type { KindName } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import { Traces } from "@signalbox/core/Traces"
import type { Lane } from "@signalbox/core/Work"
import { refText as workText } from "@signalbox/core/Work"
import { MemoryNodes } from "@signalbox/memory/MemoryNodes"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import { scenarios } from "@signalbox/testing/simulation/Scenarios"
import type { Script } from "@signalbox/testing/simulation/Script"
import * as Scripts from "@signalbox/testing/simulation/Scripts"
import { run } from "@signalbox/testing/simulation/Simulation"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const names = Object.keys(Belongings.rows) as ReadonlyArray<KindName>

/** Plays a script, and returns what the store has then, and all commits that were made. */
const played = (script: Script) => {
  const commits: Array<Commit> = []
  let context: Context.Context<Store | Idempotency | MemoryNodes> | null = null
  run(script, {
    invariants: [],
    store: Effect.map(Layer.build(Layer.fresh(MemoryStore.layerStore)), (built) => {
      context = built
      const store = Context.get(built, Store)
      return {
        store: {
          ...store,
          commit: (batch) => Effect.tap(store.commit(batch), () => Effect.sync(() => commits.push(...batch)))
        },
        idempotency: Context.get(built, Idempotency),
        killNode: Context.get(built, MemoryNodes).forget
      }
    })
  })
  if (context === null) throw new Error("it has not begun")
  return { commits, context: context as Context.Context<Store | Idempotency | MemoryNodes> }
}

const keysOf = Effect.fnUntraced(function*(kind: KindName) {
  const traces = yield* Traces
  const { keys } = yield* traces.find({ kind, text: "", after: "", looked: 1e6, found: 1e6 })
  return keys
})

const scripts: ReadonlyArray<readonly [string, Script]> = [
  ["carriers that are too busy", scenarios.standingLine.script],
  ["rows that no store keeps", scenarios.unstorable.script],
  ["messages in several parts", scenarios.severalParts.script],
  ["spend caps", scenarios.spendCap.script],
  ...fc.sample(Scripts.scripts(), { seed: 1, numRuns: 3 }).map((script, index) =>
    [`anything, ${index}`, script] as const
  )
]

describe("what the store has", () => {
  it.each(scripts)("belongs to accounts, each thing to one of them, after %s", { timeout: 120_000 }, (_, script) => {
    const { commits, context } = played(script)
    const done = Effect.runSyncWith(context)(Effect.gen(function*() {
      const accounts = yield* keysOf("account")
      const owned: Array<string> = []
      const due: Array<string> = []
      const lanes: Array<Lane> = []
      const heads = new Set<string>()
      for (const account of accounts) {
        const household = yield* Cargo.household(account as AccountId)
        if (heads.has(household.join())) continue
        heads.add(household.join())
        let place: string | null = null
        do {
          const page: Cargo.Page = yield* Cargo.read(household, place)
          owned.push(...(page.commit.puts ?? []).map(refText))
          due.push(...(page.commit.due ?? []).map(({ work }) => workText(work)))
          place = page.next
        } while (place !== null)
        lanes.push(
          ...(yield* Companions.ofLanes(commits.flatMap((each) => each.due.map(({ lane }) => lane)), household))
        )
      }
      const all: Array<string> = []
      for (const kind of names) {
        if (Belongings.rows[kind].some(({ by }) => by === "nothing")) continue
        all.push(...(yield* keysOf(kind)).map((key) => refText({ kind, key })))
      }
      return { accounts, all, due, lanes: new Set(lanes), owned }
    }))
    expect(done.accounts.length).toBeGreaterThan(0)
    expect(done.all.length).toBeGreaterThan(10)
    expect(done.owned.toSorted()).toEqual(done.all.toSorted())
    const isLeft = ({ lane }: { readonly lane: Lane }) => !done.lanes.has(lane)
    expect(commits.flatMap(({ due }) => due.filter(isLeft)).map(({ lane }) => lane)).toEqual([])
    expect(new Set(done.due).size).toBe(done.due.length)
    const counters = new Set(commits.flatMap(({ counts }) => counts.map(({ counter }) => counter)))
    const prefixes = done.accounts.flatMap((account) => CargoSums.countersOf(account as AccountId))
    const isOwned = (counter: string) =>
      prefixes.some((each) => each.endsWith("/") ? counter.startsWith(each) : counter === each)
    expect([...counters].filter((counter) => !isOwned(counter))).toEqual([])
  })
})
