/**
 * A move that is interrupted anywhere goes on, or is undone: one cell has the account, and has all of it, and the other one
 * has nothing. Nobody makes two of it.
 */
import * as MoveStep from "@signalbox/core/internal/cells/MoveStep"
import * as RebuildDirectory from "@signalbox/core/internal/cells/RebuildDirectory"
import type { State } from "@signalbox/core/internal/row/Residence"
import { StoreError } from "@signalbox/core/Store"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Matrix from "../../http/Matrix.ts"
import type { World } from "./TwoCells.ts"
import * as Two from "./TwoCells.ts"

const { claim, eu, furnish, household, key, number, organization, pay, us } = Two

const run = (use: (world: World) => Effect.Effect<void, unknown, Scope.Scope>) =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const world = yield* Two.make()
    yield* furnish(world, eu)
    yield* use(world)
  })))

const stopped = new StoreError({ reason: "unavailable", cause: "stopped" })

/** Lets so many things be done in cells, and then no more: whoever does them has died. */
const dieAfter = ({ before }: World, steps: number): void => {
  let left = steps
  before.look = () => left-- > 0 ? Effect.void : Effect.fail(stopped)
}

const revive = ({ before }: World): void => {
  before.look = () => Effect.void
}

const leads = [{ kind: "account", key: organization }, { kind: "key", key }, { kind: "number", key: number }] as const

/** The cells that decide about the accounts. */
const owners = (world: World) =>
  Effect.gen(function*() {
    const found = new Set<string>()
    for (const cell of [eu, us]) {
      for (const id of household) if ((yield* world.state(cell, id))?._tag === "Here") found.add(cell)
    }
    return [...found]
  })

/** One cell has all of it, and the other one nothing. */
const settled = (world: World, cell: typeof eu, whole: Two.Whole) =>
  Effect.gen(function*() {
    const other = cell === eu ? us : eu
    expect(yield* owners(world)).toEqual([cell])
    expect(yield* world.digest(cell, household)).toEqual(whole)
    expect((yield* world.digest(other, household)).counts).toEqual({})
    expect(yield* world.directory.find(leads)).toEqual([cell, cell, cell])
    // It is served again, and what waits is done there, once.
    const { commit } = world.another(cell)
    expect(yield* commit([pay(1, "at last")])).toEqual([{ _tag: "Done" }])
    expect(yield* claim(world.store(other))).toEqual([])
    expect(yield* claim(world.store(cell))).toHaveLength(Two.lanes.length)
  })

describe("a move", () => {
  propWith({ runs: Matrix.searched(60, 0.15) })(
    "that stops anywhere, as often as it likes, goes on or is undone, and leaves one owner with all of it",
    fc.array(fc.record({ steps: fc.nat({ max: 70 }), wish: fc.constantFrom("move" as const, "undo" as const) }), {
      maxLength: 4
    }),
    fc.constantFrom("move" as const, "undo" as const),
    (stops, last) =>
      run((world) =>
        Effect.gen(function*() {
          const whole = yield* world.digest(eu, household)
          let isOver = false
          for (const { steps, wish } of [{ steps: 20, wish: "move" as const }, ...stops]) {
            dieAfter(world, steps)
            yield* Effect.exit(world.move.run(wish, organization, eu, us))
            revive(world)
            expect((yield* owners(world)).length).toBeLessThanOrEqual(1)
            const state = yield* world.state(eu, organization)
            isOver ||= state?._tag === "Gone"
            // Whoever decides about it while it is on its way is refused.
            if (state?._tag === "Leaving") {
              const once = yield* world.another(eu).commit([pay(7, "meanwhile")])
              expect(once).toEqual([{ _tag: "Stale", because: "residence" }])
            }
          }
          const ended = yield* world.move.run(last, organization, eu, us)
          expect(ended._tag).toBe(isOver && last === "undo" ? "TooLate" : "Done")
          if (ended._tag === "TooLate") yield* world.move.run("move", organization, eu, us)
          yield* settled(world, last === "move" || isOver ? us : eu, whole)
        })
      )
  )

  propWith({ runs: Matrix.searched(30, 0.15) })(
    "is made by one of two that make it at the same time",
    fc.infiniteStream(fc.nat({ max: 2 })),
    (turns) =>
      run((world) =>
        Effect.gen(function*() {
          const whole = yield* world.digest(eu, household)
          world.before.look = () =>
            Effect.forEach(Array.from({ length: turns.next().value ?? 0 }), () => Effect.yieldNow, { discard: true })
          const both = yield* Effect.all(
            [world.move.run("move", organization, eu, us), world.move.run("move", organization, eu, us)],
            { concurrency: "unbounded" }
          )
          revive(world)
          for (const { _tag } of both) expect(["Done", "Busy"]).toContain(_tag)
          expect(yield* world.move.run("move", organization, eu, us)).toEqual({ _tag: "Done" })
          yield* settled(world, us, whole)
        })
      )
  )

  it("waits for work that is held, tells how much that is, and can be undone then", () =>
    run((world) =>
      Effect.gen(function*() {
        const whole = yield* world.digest(eu, household)
        const leases = yield* claim(world.store(eu))
        expect(leases).toHaveLength(3)
        const held = yield* Effect.provideService(world.move.run("move", organization, eu, us), Two.Patience, 0)
        expect(held).toEqual({ _tag: "Held", held: 3 })
        expect(yield* world.move.run("undo", organization, eu, us)).toEqual({ _tag: "Done" })
        const fences = leases.map(({ token, work }) => ({ token, work }))
        yield* world.store(eu).commit(fences.map((each) => Two.release(each)))
        yield* settled(world, eu, whole)
      })
    ))

  it("goes there and back", () =>
    run((world) =>
      Effect.gen(function*() {
        const whole = yield* world.digest(eu, household)
        expect(yield* world.move.run("move", organization, eu, us)).toEqual({ _tag: "Done" })
        expect(yield* world.move.run("undo", organization, eu, us)).toEqual({ _tag: "TooLate" })
        expect(yield* world.move.run("move", organization, us, eu)).toEqual({ _tag: "Done" })
        yield* settled(world, eu, whole)
      })
    ))

  it("stops where another account of the other cell has what it brings, and can be undone", () =>
    run((world) =>
      Effect.gen(function*() {
        const whole = yield* world.digest(eu, household)
        yield* world.bare(us).commit([Two.account("50000000-0000-4000-8000-000000000001" as never, null, number)])
        expect(yield* world.move.run("move", organization, eu, us)).toMatchObject({ _tag: "Hindered" })
        expect(yield* world.move.run("undo", organization, eu, us)).toEqual({ _tag: "Done" })
        yield* settled(world, eu, whole)
      })
    ))

  it("is led to by a directory that is made anew meanwhile, wherever it is", () =>
    run((world) =>
      Effect.gen(function*() {
        const { rebuildDirectory } = RebuildDirectory.make(world.cells)
        const places: Array<string> = []
        for (const steps of [15, 25, 25, 20, 20, 10, 10, 1000]) {
          dieAfter(world, steps)
          yield* Effect.exit(world.move.run("move", organization, eu, us))
          revive(world)
          yield* world.lose
          yield* rebuildDirectory(null, 1000)
          const isGone = (yield* world.state(eu, organization))?._tag === "Gone"
          places.push(isGone ? "us" : "eu")
          // Between the two no cell has it, and none is led to before one has.
          const arrived = yield* world.state(us, organization)
          const led = yield* world.directory.find(leads)
          if (!isGone) expect(led).toEqual([eu, eu, eu])
          else if (arrived?._tag === "Here") expect(led).toEqual([us, us, us])
          else expect(led).toEqual([null, null, null])
        }
        expect(places.at(0)).toBe("eu")
        expect(places.at(-1)).toBe("us")
      })
    ))

  it("stops where what has arrived is not what was there", () =>
    run((world) =>
      Effect.gen(function*() {
        const whole = yield* world.digest(eu, household)
        // Something of its was in the other cell before.
        yield* world.bare(us).commit([pay(5, "stray")])
        const ended = yield* world.move.run("move", organization, eu, us)
        expect(ended._tag).toBe("Differs")
        expect(yield* world.move.run("undo", organization, eu, us)).toEqual({ _tag: "Done" })
        yield* settled(world, eu, whole)
      })
    ))
})

describe("the next step of a move", () => {
  const progress = [
    { _tag: "Copying", place: null, pages: 0 },
    { _tag: "Copied" },
    { _tag: "Undoing", place: null }
  ] as const
  const states: ReadonlyArray<State | null> = [
    null,
    { _tag: "Here" },
    { _tag: "Leaving", to: us },
    { _tag: "Gone", to: us, isCleared: false },
    { _tag: "Gone", to: us, isCleared: true },
    ...progress.map((progress): State => ({ _tag: "Arriving", from: eu, progress }))
  ]

  it("never takes an account from a cell that has it for good, and never gives one to two", () => {
    for (const source of states) {
      for (const target of states) {
        for (const wish of ["move", "undo"] as const) {
          const next = MoveStep.next(wish, source, target)
          const step = next._tag === "Step" ? next.step : null
          if (step === "release" || step === "clear") expect(source?._tag).toBe("Gone")
          if (step === "stay" || step === "copy" || step === "switch") expect(source?._tag).toBe("Leaving")
          if (step === "stay") expect(target?._tag).not.toBe("Arriving")
          if (source?._tag === "Gone") expect(["release", "clear", null]).toContain(step)
          if (wish === "undo") expect(["turn back", "retreat", "stay", null]).toContain(step)
        }
      }
    }
  })
})
