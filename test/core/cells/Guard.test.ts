/**
 * Nobody decides about an account that is elsewhere: what was decided before it left cannot be applied afterwards.
 */
import * as Commit from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import type { AccountId } from "@signalbox/core/Id"
import * as Guard from "@signalbox/core/internal/cells/Guard"
import type { State } from "@signalbox/core/internal/row/Residence"
import { Residences } from "@signalbox/core/internal/row/Residence"
import type { Outcome } from "@signalbox/core/Outcome"
import type { StoreError } from "@signalbox/core/Store"
import { Store } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"
import type { World } from "./TwoCells.ts"
import * as Two from "./TwoCells.ts"

const { account, claim, contacts, eu, furnish, organization, pay, profiles, us } = Two

const play = (use: (world: World) => Effect.Effect<void, StoreError, Scope.Scope>) =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const world = yield* Two.make()
    yield* furnish(world, eu)
    yield* use(world)
  })))

/** Tells the outcome of one commit. */
const only = Effect.map((outcomes: ReadonlyArray<Outcome>) =>
  outcomes.map((outcome) => outcome._tag === "Stale" ? outcome.because : outcome._tag).join()
)

const put = ({ bare }: World, id: AccountId, state: State) =>
  bare(eu).commit([Commit.make({ puts: [Commit.put(Residences, { account: id, state })] })])

const leaving: State = { _tag: "Leaving", to: us }

describe("the guard of a cell", () => {
  it("gives each account a residence before it is there", () =>
    play(({ state }) =>
      Effect.gen(function*() {
        for (const id of Two.household) expect(yield* state(eu, id)).toEqual({ _tag: "Here" })
        expect(yield* state(us, organization)).toBe(null)
      })
    ))

  it("lets nothing be applied that was decided before an account left, on no node", () =>
    play((world) =>
      Effect.gen(function*() {
        const [one, other] = [world.store(eu), world.another(eu)]
        for (const node of [one, other]) expect(yield* only(node.commit([pay(1, "before")]))).toBe("Done")
        yield* put(world, organization, leaving)
        for (const node of [one, other]) {
          // The node believes that it is here, and finds out by the commit itself.
          expect(yield* only(node.commit([pay(100, "after")]))).toBe("row")
          expect(yield* only(node.commit([pay(100, "after")]))).toBe("residence")
        }
        yield* put(world, organization, { _tag: "Here" })
        expect(yield* only(one.commit([pay(100, "after")]))).toBe("residence")
      })
    ))

  it("refuses whatever names the account, and nothing that is about others", () =>
    play((world) =>
      Effect.gen(function*() {
        const strange = "40000000-0000-4000-8000-000000000001" as AccountId
        yield* put(world, organization, leaving)
        const { commit } = world.another(eu)
        const fresh = "10000000-0000-4000-8000-000000000009" as AccountId
        const reply = { account: organization, key: "key" }
        const outcomes = yield* commit([
          pay(1, "x"),
          account(fresh, organization),
          Commit.make({
            reply: {
              claim: reply,
              token: 1 as never,
              status: 200,
              outcome: null,
              requestId: "r",
              at: 0 as never,
              sandbox: false,
              profile: null
            }
          }),
          // Neither names an account by itself.
          Commit.make({ deletes: [{ kind: "contact", key: contacts[0]!.id }] }),
          Commit.make({
            due: [{ work: { kind: "channel", key: "own" }, lane: `channel:${organization}`, at: 0 as never }]
          }),
          account(strange, null),
          Commit.make({ due: [{ work: { kind: "send", key: "other" }, lane: "send:other", at: 0 as never }] })
        ])
        expect(outcomes).toEqual([
          ...Array.from({ length: 5 }, () => ({ _tag: "Stale", because: "residence" })),
          { _tag: "Done" },
          { _tag: "Done" }
        ])
        expect(yield* world.state(eu, fresh)).toBe(null)
        expect(yield* world.directory.find([{ kind: "account", key: fresh }])).toEqual([null])
      })
    ))

  it("lets work that is held come to its end while the account leaves", () =>
    play((world) =>
      Effect.gen(function*() {
        const store = world.store(eu)
        const [lease] = yield* claim(store)
        yield* put(world, organization, leaving)
        const ended = Commit.all(
          { completes: [{ work: lease!.work, token: lease!.token }] },
          pay(5, "work")
        )
        expect(yield* only(store.commit([ended]))).toBe("Done")
        expect(yield* only(store.commit([ended]))).toBe("lease")
      })
    ))

  it("tells of each account whether it is here, on its way or gone", () =>
    play((world) =>
      Effect.gen(function*() {
        const where = () => Effect.exit(world.routing.placeOf(profiles[0]!))
        expect(yield* where()).toMatchObject({ value: eu })
        yield* put(world, profiles[0]!, leaving)
        expect((yield* where())._tag).toBe("Failure")
        yield* put(world, profiles[0]!, { _tag: "Gone", to: us, isCleared: true })
        // The directory has the last word, and has not been told.
        expect((yield* where())._tag).toBe("Failure")
        yield* world.directory.move([profiles[0]!], eu, us)
        expect(yield* where()).toMatchObject({ value: us })
      })
    ))

  it("remembers the residences of the last hundred thousand accounts that it was asked about", async () => {
    const asked: Array<number> = []
    const store: Partial<Store["Service"]> = {
      load: ({ rows }) =>
        Effect.sync(() => {
          asked.push(rows.length)
          return Facts.empty
        })
    }
    const guarding = Effect.map(Store, (own) => Guard.make(own, 1000)).pipe(
      Effect.provide(Layer.mock(Store, store)),
      Effect.runSync
    )
    const accounts = Array.from({ length: 100_001 }, (_, index) => Given.accountId(index))
    const look = (...some: ReadonlyArray<AccountId>) =>
      Effect.runPromise(
        guarding.look([Commit.make({ deletes: some.map((key) => ({ kind: "team", key })) })])
      )
    await look(...accounts.slice(0, 100_000))
    await look(accounts[0]!)
    expect(asked).toEqual([200_000])
    await look(accounts[100_000]!)
    await look(accounts[0]!, accounts[2]!)
    expect(asked).toEqual([200_000, 2])
    await look(accounts[1]!)
    expect(asked).toEqual([200_000, 2, 2])
  })
})
