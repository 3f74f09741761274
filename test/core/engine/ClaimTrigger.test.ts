/** A worker looks for work immediately after what it could not know of, and not after what its own node holds already. */
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import type { EventId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import * as ClaimTrigger from "@signalbox/core/internal/engine/ClaimTrigger"
import * as Committers from "@signalbox/core/internal/engine/Committer"
import * as LocalLeases from "@signalbox/core/internal/engine/LocalLeases"
import type { Outcome } from "@signalbox/core/Outcome"
import { applied, done, stale } from "@signalbox/core/Outcome"
import { Store } from "@signalbox/core/Store"
import type { Due, Lease, LeaseToken } from "@signalbox/core/Work"
import * as Workers from "@signalbox/core/Worker"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import { completes, due, nodes, terms } from "./WorkerNode.ts"

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const errand = (number: number, account: number, at = Given.now): Due => due(number, account, at, "shared")
const leaseOf = ({ at, lane, work }: Due): Lease => ({ work, lane, at, token: 7 as LeaseToken, failures: 0 })
const { lane, work } = errand(1, 1)
const fence = { work, token: 7 as LeaseToken }
const second = plus(Given.now, 1000)

describe("a commit", () => {
  const idle: ClaimTrigger.Known = { full: null, isClosed: () => false, looksBy: second }
  const full: ClaimTrigger.Known = { ...idle, full: "here" }
  /** A node that has something of the lane of the first account, which is not shared. */
  const holding: ClaimTrigger.Known = { ...idle, isClosed: (lane) => lane === due(1, 1).lane }
  it.each<readonly [string, ClaimTrigger.Reach | null, Partial<Commit>, Outcome, ClaimTrigger.Known]>([
    ["that was not applied", null, { due: [errand(1, 1)], releases: [fence] }, stale("row"), ClaimTrigger.nothing],
    ["of work that waits", "everywhere", { due: [errand(1, 1)] }, done, idle],
    ["of work that its node holds", null, { due: [errand(1, 1)] }, applied([leaseOf(errand(1, 1))], false), idle],
    [
      "of which its node holds a part",
      "everywhere",
      { due: [errand(1, 1), errand(2, 1)] },
      applied([leaseOf(errand(1, 1))], false),
      idle
    ],
    ["of work for later", null, { due: [errand(1, 1, second)] }, done, idle],
    ["of work for before the worker looks", "everywhere", { due: [errand(1, 1, plus(second, -1))] }, done, idle],
    ["of work for now, where the worker is late", "everywhere", { due: [errand(1, 1)] }, done, { ...idle, looksBy: 0 }],
    [
      "of work for later, where no worker is",
      "everywhere",
      { due: [errand(1, 1, second)] },
      done,
      ClaimTrigger.nothing
    ],
    ["of work that waits in a lane that others cannot take from", "here", { due: [due(1, 1)] }, done, holding],
    ["of such work, and of other work", "everywhere", { due: [due(1, 1), due(2, 2)] }, done, holding],
    ["of such work for later", null, { due: [due(1, 1, second)] }, done, holding],
    ["that ends work", null, { completes: [fence], cancels: [work] }, done, idle],
    ["that ends work where a lane is full", "here", { completes: [fence] }, done, full],
    ["that cancels work where a lane is full", "here", { cancels: [work] }, done, full],
    [
      "that ends work where nobody knows what is full",
      "everywhere",
      { completes: [fence] },
      done,
      ClaimTrigger.nothing
    ],
    [
      "that ends work and has more, where a lane is full",
      "everywhere",
      { completes: [fence], due: [errand(1, 1)] },
      done,
      full
    ],
    [
      "that ends work where others may be full, and has more in a lane that is closed to them",
      "everywhere",
      { completes: [fence], due: [due(1, 1)] },
      done,
      { ...holding, full: "everywhere" }
    ],
    ["that frees work", "everywhere", { releases: [fence] }, done, idle],
    ["that opens a lane", "everywhere", { pauses: [{ lane, until: null }] }, done, idle],
    ["whose events are delivered", "everywhere", {}, applied([], true), idle],
    ["that only keeps rows and holds", null, { holds: [fence] }, done, idle]
  ])("%s wakes workers: %s", (_, reach, parts, outcome, known) => {
    expect(ClaimTrigger.reach(Commits.make(parts), outcome, Given.now, known)).toBe(reach)
  })
})

it("may make workers claim, as long as nobody knows what it has come to, when it does anything with work or events", () => {
  const event: Commit["events"] = [{
    id: "01900000-0000-7000-8000-000000000001" as EventId,
    account: Given.accountId(1),
    name: "message.sent",
    at: Given.now,
    body: "{}"
  }]
  const some: ReadonlyArray<Partial<Commit>> = [
    { due: [errand(1, 1)] },
    { events: event },
    { completes: [fence] },
    { releases: [fence] },
    { pauses: [{ lane, until: null }] },
    { cancels: [work] }
  ]
  expect(some.map((parts) => ClaimTrigger.mayBe(Commits.make(parts)))).toEqual(some.map(() => true))
  const none = { holds: [fence], deletes: [{ kind: "contact", key: "a" }] }
  expect([{}, none].map((parts) => ClaimTrigger.mayBe(Commits.make(parts)))).toEqual([false, false])
})

/** A worker that looks for work by itself once in ten minutes. */
const pollMillis = 600_000

interface Context {
  readonly seen: { readonly begun: Array<string>; claims: number; told: number; raised: number }
  readonly keep: (...due: ReadonlyArray<Due>) => Effect.Effect<unknown>
  /** Waits for what must happen without polling. */
  readonly until: (holds: () => boolean) => Effect.Effect<void>
  /** Waits until the worker has looked for work, and rests. */
  readonly rests: Effect.Effect<void>
}

const working = (
  admits: boolean,
  carryOut: (
    leases: ReadonlyArray<Lease>,
    commit: (commit: Commit) => Effect.Effect<unknown>
  ) => Effect.Effect<unknown>,
  program: (context: Context) => Effect.Effect<void, unknown, Bench.TheClock | Workers.Worker | WorkSignal.WorkSignal>
): Promise<void> => {
  const seen = { begun: new Array<string>(), claims: 0, told: 0, raised: 0 }
  let commit: (commit: Commit) => Effect.Effect<unknown> = () => Effect.never
  const handle = Effect.fnUntraced(function*(leases: ReadonlyArray<Lease>) {
    seen.begun.push(...leases.map(({ work }) => work.key))
    yield* carryOut(leases, (each) => commit(each))
    return []
  })
  const signal = Layer.effect(
    WorkSignal.WorkSignal,
    Effect.map(WorkSignal.WorkSignal, (signal) => ({
      ...signal,
      raise: Effect.andThen(Effect.sync(() => void seen.raised++), signal.raise),
      raiseElsewhere: Effect.sync(() => void seen.told++)
    }))
  ).pipe(Layer.provide(WorkSignal.layer))
  const node = Layer.unwrap(Effect.map(Store, (store) =>
    Workers.layer({ node: nodes[0]!, pollMillis }).pipe(
      Layer.provide(Layer.succeed(Workers.Handlers, { handle, lanes: terms, admits: () => admits })),
      Layer.provideMerge(Committers.layer),
      Layer.provideMerge(signal),
      Layer.provideMerge(LocalLeases.layer),
      Layer.provide(Layer.succeed(Store, {
        ...store,
        claim: (request) => {
          seen.claims++
          return store.claim(request)
        }
      }))
    ))).pipe(Layer.provideMerge(MemoryStore.layerStore))
  return Bench.run(
    node,
    Effect.gen(function*() {
      const committer = yield* Committers.Committer
      commit = (each) => Effect.orDie(committer.commit(each))
      const local = yield* LocalLeases.LocalLeases
      const until: Context["until"] = (holds) =>
        Effect.gen(function*() {
          while (!holds()) yield* Effect.sleep(1)
        }).pipe(Effect.timeout(30_000), Effect.orDie)
      const rests = until(() => local !== null && local.known().looksBy < Infinity)
      yield* rests
      yield* program({ seen, keep: (...due) => commit(Commits.make({ due })), until, rests })
    })
  )
}

const carriedOut: Parameters<typeof working>[1] = (leases, commit) => commit(completes(leases))

describe("a worker", () => {
  it("does not look for what its node holds immediately, nor after its end", () =>
    working(true, carriedOut, ({ keep, seen, until }) =>
      Effect.gen(function*() {
        const { claims } = seen
        for (const number of numbers(1, 5)) yield* keep(errand(number, number), errand(number + 10, number))
        yield* until(() => seen.begun.length === 10)
        yield* Bench.idle
        yield* keep(errand(100, 1, plus(Given.now, 2 * pollMillis)))
        yield* Bench.idle
        expect(seen.claims).toBe(claims)
      })))

  it("looks immediately for what its node does not hold, and for what falls due before it would look", () =>
    working(false, carriedOut, ({ keep, rests, seen, until }) =>
      Effect.gen(function*() {
        yield* keep(errand(1, 1), errand(2, 1))
        yield* until(() => seen.begun.length === 2)
        yield* Bench.idle
        yield* rests
        const { claims } = seen
        yield* keep(errand(3, 1, plus(Given.now, 1000)))
        yield* until(() => seen.claims > claims)
        expect(seen.begun).toEqual(["work-1", "work-2"])
      })))

  it("looks immediately when a full lane has room again, although the rest of the batch goes on", async () => {
    const { width } = terms.shared
    const last = await Effect.runPromise(Latch.make(false))
    await working(
      true,
      (leases, commit) =>
        leases.length < width ? commit(completes(leases)) : Effect.gen(function*() {
          yield* commit(completes(leases.slice(1)))
          yield* last.await
          yield* commit(completes(leases.slice(0, 1)))
        }),
      ({ keep, seen, until }) =>
        Effect.gen(function*() {
          yield* keep(...numbers(1, width + 3).map((number) => errand(number, 1)))
          yield* until(() => seen.begun.length === width + 3)
          yield* last.open
          yield* Bench.idle
          expect(new Set(seen.begun).size).toBe(width + 3)
        })
    )
  })

  it("tells others when it has left a lane that only one node may have, and looks no more itself", () =>
    working(false, carriedOut, ({ keep, rests, seen, until }) =>
      Effect.gen(function*() {
        const { claims } = seen
        yield* keep(due(1, 1))
        yield* until(() => seen.told === 1)
        yield* Bench.idle
        yield* rests
        expect(seen).toEqual({ begun: ["work-1"], claims: claims + 1, told: 1, raised: 1 })
      })))

  it("tells others nothing of such a lane as long as it has something of it", async () => {
    const first = await Effect.runPromise(Latch.make(false))
    await working(
      false,
      (leases, commit) =>
        Effect.andThen(leases[0]!.work.key === "work-1" ? first.await : Effect.void, commit(completes(leases))),
      ({ keep, rests, seen, until }) =>
        Effect.gen(function*() {
          yield* keep(due(1, 1))
          yield* until(() => seen.begun.length === 1)
          yield* rests
          const { claims } = seen
          yield* keep(due(2, 1), due(3, 1))
          yield* until(() => seen.claims > claims)
          yield* rests
          yield* first.open
          yield* until(() => seen.begun.length === 3 && seen.told > 0)
          yield* Bench.idle
          expect(seen).toMatchObject({ begun: ["work-1", "work-2", "work-3"], raised: 1, told: 1 })
        })
    )
  })
})
