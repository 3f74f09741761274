/**
 * The keys of accounts that a process of the emulator knows: those that it has given out itself, as long as they are valid.
 */
import { Operator } from "@signalbox/core/Operator"
import { KnownKeys, wrap } from "@signalbox/emulator/account/KnownKeys"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import * as Bench from "../../core/Bench.ts"
import * as Given from "../../core/Given.ts"

const id = Given.accountId(1)

const key = (number: number) => `abcdef01-0000-4000-8000-${String(number).padStart(12, "0")}`

it("are told by the first one that is valid still, of ten that an account was given first", () =>
  Bench.run(
    Layer.provide(wrap(Bench.layer()), MemoryStore.layerStore),
    Effect.gen(function*() {
      const [operator, known] = [yield* Operator, yield* KnownKeys]
      const told = Effect.map(known.of([id, Given.accountId(2)]), (keys) => [...keys])
      yield* operator.createOrganization({ id })
      expect(yield* told).toEqual([])
      for (let number = 1; number <= 11; number++) yield* operator.createKey(id, key(number))
      for (let number = 1; number <= 10; number++) {
        expect(yield* told).toEqual([[id, key(number)]])
        yield* operator.revokeKey(key(number))
      }
      expect(yield* told).toEqual([])
    })
  ))

it("are those that an account gets by itself, that it has had already, and that a set of accounts or keys brings", () =>
  Bench.run(
    Layer.provide(wrap(Bench.layer()), MemoryStore.layerStore),
    Effect.gen(function*() {
      const [operator, known] = [yield* Operator, yield* KnownKeys]
      const [one, two, three] = [1, 2, 3].map(Given.accountId)
      const told = Effect.map(known.of([three!, two!, one!]), (keys) => [...keys])
      const made = yield* operator.createOrganization({ id: one! }).pipe(Effect.andThen(operator.createKey(one!)))
      const text = made._tag === "Created" ? made.text : ""
      expect(yield* told).toEqual([[one, text]])
      yield* operator.createAccounts([{
        id: two!,
        type: "organization",
        name: "Two",
        apiKeys: [key(2), key(3)]
      }, { id: three!, type: "organization", name: "Three", apiKeys: [] }])
      expect(yield* told).toEqual([[two, key(2)], [one, text]])
      yield* operator.createKeys([{ account: three!, text: key(4) }])
      expect(yield* told).toEqual([[three, key(4)], [two, key(2)], [one, text]])
      // A key that another account has is none of this one.
      expect((yield* operator.createKey(three!, key(3)))._tag).toBe("KeyTaken")
      yield* operator.revokeKey(key(4))
      expect(yield* told).toEqual([[two, key(2)], [one, text]])
    })
  ))

it("are known again where the store has a key of the account already", () =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const operator = yield* Operator
      yield* operator.createOrganization({ id })
      yield* operator.createKey(id, key(1))
      // Another process knows none of them until it is told one.
      const context = yield* Layer.build(wrap(Layer.succeed(Operator, operator)))
      const [again, known] = [Context.get(context, Operator), Context.get(context, KnownKeys)]
      expect([...yield* known.of([id])]).toEqual([])
      expect((yield* again.createKey(id, key(1)))._tag).toBe("KeyTaken")
      expect([...yield* known.of([id])]).toEqual([[id, key(1)]])
    }).pipe(Effect.scoped)
  ))
