/**
 * The keys of accounts that a process of the emulator knows: those that it has given out itself, as long as they are valid.
 */
import { Operator } from "@signalbox/core/Operator"
import { KnownKeys, wrap } from "@signalbox/emulator/account/KnownKeys"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
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
