/**
 * The residences of a household tell how far its move is; and nothing leaves while somebody holds work of it.
 */
import * as Commit from "@signalbox/core/Commit"
import type { AccountId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { State } from "@signalbox/core/internal/row/Residence"
import { Relocation } from "@signalbox/core/Relocation"
import { Store } from "@signalbox/core/Store"
import type { Lane } from "@signalbox/core/Work"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { World } from "./TwoCells.ts"
import * as Two from "./TwoCells.ts"

const { claim, eu, furnish, household, organization, profiles, us } = Two

interface Course {
  /** The residences that were put, with the cell and the account, those of all profiles together as one. */
  readonly states: Array<readonly [cell: string, of: string, state: State]>
  /** Is done before each look at what is held. */
  readonly looks: { before: (lanes: ReadonlyArray<Lane>) => Effect.Effect<void> }
}

const isProfile = (account: string): boolean => profiles.some((id) => id === account)

const telling = (cell: string, { looks, states }: Course): typeof MemoryStore.layer =>
  Layer.effectContext(Effect.map(Layer.build(Layer.fresh(MemoryStore.layer)), (context) => {
    const [store, relocation] = [Context.get(context, Store), Context.get(context, Relocation)]
    return context.pipe(
      Context.add(Store, {
        ...store,
        commit: (batch) =>
          Effect.tap(store.commit(batch), (outcomes) =>
            Effect.sync(() => {
              for (const [index, { puts }] of batch.entries()) {
                if (outcomes[index]?._tag !== "Done") continue
                const found = puts.flatMap((row) => row.kind === "residence" ? [row.value] : [])
                const own = found.filter(({ account }) => account === organization)
                const others = found.filter(({ account }) => isProfile(account))
                for (const { state } of own) states.push([cell, "organization", state])
                if (others.length > 0) states.push([cell, `${others.length} profiles`, others[0]!.state])
              }
            }))
      }),
      Context.add(Relocation, {
        ...relocation,
        held: (lanes) => Effect.andThen(Effect.suspend(() => looks.before(lanes)), relocation.held(lanes))
      })
    )
  }))

const run = (use: (world: World, course: Course) => Effect.Effect<void, unknown, Scope.Scope>) =>
  Effect.runPromise(Effect.scoped(Effect.provide(
    Effect.gen(function*() {
      const course: Course = { states: [], looks: { before: () => Effect.void } }
      const world = yield* Two.make([telling("eu", course), telling("us", course)])
      yield* furnish(world, eu)
      course.states.length = 0
      yield* use(world, course)
    }),
    TestClock.layer()
  )))

const here: State = { _tag: "Here" }
const arriving: State = { _tag: "Arriving", from: eu }
const begun: State = { ...arriving, progress: { _tag: "Copying", place: null, pages: 0 } }
const gone = (to: typeof eu, isCleared: boolean): State => ({ _tag: "Gone", to, isCleared })

/** Takes the pages out that were copied, or removed, and tells how many there were. */
const withoutPages = (states: Course["states"]) => {
  const pages = states.flatMap(([, , state]) => {
    const progress = state._tag === "Arriving" ? state.progress : undefined
    return progress?._tag === "Copying" && progress.place !== null ? [progress.pages] : []
  })
  const others = states.filter(([, , state]) =>
    state._tag !== "Arriving" || state.progress === undefined || state.progress._tag === "Copied" ||
    state.progress.place === null
  )
  return { others, pages }
}

describe("the residences of a household", () => {
  it("say of a move what has been done, those of the profiles before that of their organization", () =>
    run(({ move }, { states }) =>
      Effect.gen(function*() {
        expect(yield* move.run("move", organization, eu, us)).toEqual({ _tag: "Done" })
        const { others, pages } = withoutPages(states)
        expect(pages.length).toBeGreaterThan(1)
        expect(pages).toEqual(pages.map((_, index) => index + 1))
        expect(others).toStrictEqual([
          ["eu", "organization", { _tag: "Leaving", to: us }],
          ["eu", "3 profiles", { _tag: "Leaving", to: us }],
          ["us", "3 profiles", arriving],
          ["us", "organization", begun],
          ["us", "organization", { ...arriving, progress: { _tag: "Copied" } }],
          ["eu", "3 profiles", gone(us, false)],
          ["eu", "organization", gone(us, false)],
          ["us", "3 profiles", here],
          ["us", "organization", here],
          ["eu", "3 profiles", gone(us, true)],
          ["eu", "organization", gone(us, true)]
        ])
      })
    ))

  it("say of one that is undone that the other cell never had it", () =>
    run((world, { states }) =>
      Effect.gen(function*() {
        yield* world.bare(us).commit([Two.pay(5, "stray")])
        const ended = yield* world.move.run("move", organization, eu, us)
        const counts = (yield* world.digest(eu, household)).counts
        expect(ended).toStrictEqual({
          _tag: "Differs",
          left: counts,
          arrived: { ...counts, "key of a balance": 2 }
        })
        states.length = 0
        expect(yield* world.move.running(organization)).toStrictEqual({ from: eu, to: us })
        expect(yield* world.move.run("undo", organization, eu, us)).toEqual({ _tag: "Done" })
        expect(withoutPages(states).others).toStrictEqual([
          ["us", "organization", { ...arriving, progress: { _tag: "Undoing", place: null } }],
          ["us", "3 profiles", gone(eu, true)],
          ["us", "organization", gone(eu, true)],
          ["eu", "3 profiles", here],
          ["eu", "organization", here]
        ])
        expect(yield* world.move.running(organization)).toBe(null)
      })
    ))

  it("tell which move is under way, from its beginning until nothing is left where the account was", () =>
    run(({ bare, move, state }) =>
      Effect.gen(function*() {
        const put = (cell: typeof eu, state: State) =>
          bare(cell).commit([Commit.make({
            puts: [{ kind: "residence", key: organization, value: { account: organization, state } }]
          })])
        expect(yield* move.running(Given.accountId(9))).toBe(null)
        expect(yield* move.running(organization)).toBe(null)
        yield* put(us, arriving)
        expect(yield* move.running(organization)).toBe(null)
        yield* put(eu, { _tag: "Leaving", to: us })
        expect(yield* move.running(organization)).toStrictEqual({ from: eu, to: us })
        yield* put(eu, gone(us, true))
        expect(yield* move.running(organization)).toBe(null)
        // The one back again.
        yield* put(us, gone(eu, false))
        expect(yield* move.running(organization)).toStrictEqual({ from: us, to: eu })
        expect(yield* state(us, organization)).toEqual(gone(eu, false))
      })
    ))

  it("are asked of no cell that has not the account", () =>
    run(({ move }) =>
      Effect.gen(function*() {
        expect(yield* move.find(organization, eu)).toMatchObject({ id: organization, type: "organization" })
        expect(yield* move.find(organization, us)).toBe(null)
        expect(yield* move.find("nobody" as AccountId, eu)).toBe(null)
      })
    ))
})

it("names what another account has that it would bring", () =>
  run(({ bare, move }) =>
    Effect.gen(function*() {
      yield* bare(us).commit([Two.account(Given.accountId(7), null, Two.number)])
      expect(yield* move.run("move", organization, eu, us)).toStrictEqual({
        _tag: "Hindered",
        by: "own_number +12015559000"
      })
    })
  ))

describe("work that somebody holds", () => {
  it("is looked at again after 50 milliseconds, and waited for a minute", () =>
    run(({ move, store }, { looks }) =>
      Effect.gen(function*() {
        yield* claim(store(eu))
        let looked = 0
        // From the second one on, which begins after 50 milliseconds, a look takes 9.95 seconds.
        looks.before = () => Effect.suspend(() => ++looked === 1 ? Effect.void : Effect.sleep(9950))
        const moving = yield* Effect.forkChild(move.run("move", organization, eu, us))
        yield* TestClock.adjust(49)
        expect(looked).toBe(1)
        yield* TestClock.adjust(1)
        expect(looked).toBe(2)
        yield* TestClock.adjust(59_949)
        expect(moving.pollUnsafe()).toBe(undefined)
        yield* TestClock.adjust(1)
        expect(yield* Fiber.join(moving)).toStrictEqual({ _tag: "Held", held: 3 })
        expect(looked).toBe(7)
      })
    ))

  it("may leave work in a lane that was not looked at, which is waited for as well", () =>
    run(({ bare, move, state }, { looks }) =>
      Effect.gen(function*() {
        const store = bare(eu)
        const lane: Lane = `submission:late/${organization}`
        let held = yield* claim(store)
        const end = (due: Commit.Commit["due"]) =>
          Effect.gen(function*() {
            yield* store.commit([Commit.make({ completes: held, due })])
            held = yield* claim(store)
          })
        const looked: Array<boolean> = []
        looks.before = (lanes) =>
          Effect.suspend(() => {
            looked.push(lanes.includes(lane))
            // It ends behind the look at the lanes, and leaves work that is taken immediately; that ends during the third look.
            if (looked.length === 1) {
              return Effect.orDie(end([{ work: { kind: "dispatch", key: "late" }, lane, at: Instant.make(0) }]))
            }
            return looked.length === 3 ? Effect.orDie(end([])) : Effect.void
          })
        const moving = yield* Effect.forkChild(move.run("move", organization, eu, us))
        yield* TestClock.adjust(0)
        expect(held.map((lease) => lease.lane)).toEqual([lane])
        expect(looked).toEqual([false, true])
        expect(yield* state(us, organization)).toBe(null)
        yield* TestClock.adjust("10 seconds")
        expect(yield* Fiber.join(moving)).toEqual({ _tag: "Done" })
        expect(looked).toEqual([false, true, true, true])
      })
    ))
})
