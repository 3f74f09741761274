/** The operator's calls about many things at a time divide them: what is loaded and committed together is bounded. */
import type { Executor } from "@signalbox/core/Executor"
import * as OperatorContacts from "@signalbox/core/internal/service/OperatorContacts"
import * as OperatorSets from "@signalbox/core/internal/service/OperatorSets"
import * as Limit from "@signalbox/core/Limit"
import type { Store } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const account = Given.accountId(1)

it("keys are added in sets of 1,024", async () => {
  const sizes: Array<number> = []
  const executor = {
    runAll: (_: unknown, commands: ReadonlyArray<unknown>) => {
      sizes.push(commands.length)
      return Effect.succeed(commands.map(() => Exit.succeed({ answer: "Created", at: Given.now })))
    }
  } as unknown as Executor["Service"]
  const keys = Array.from({ length: 2049 }, (_, number) => ({ account, text: String(number) }))
  const answers = await Effect.runPromise(OperatorSets.make(executor).createKeys(keys))
  expect([sizes, answers.length]).toStrictEqual([[1024, 1024, 1], 2049])
})

it("numbers are suppressed a batch at a time, each once, and what was there and what is no number is told", async () => {
  const batches: Array<ReadonlyArray<string>> = []
  const executor = {
    run: (_: unknown, { phones }: { readonly phones: ReadonlyArray<string> }) => {
      batches.push(phones)
      return Effect.succeed({ answer: phones.length - 1, at: Given.now })
    }
  } as unknown as Executor["Service"]
  const count = 2 * Limit.suppressionBatch + 1
  const numbers = Array.from({ length: count }, (_, number) => `+1201${String(5_550_000 + number)}`)
  const { importSuppressions } = OperatorContacts.make(executor, {} as Store["Service"])
  const found = await Effect.runPromise(importSuppressions(account, [...numbers, "no number", ` ${numbers[0]} `]))
  expect(batches).toStrictEqual([
    numbers.slice(0, Limit.suppressionBatch),
    numbers.slice(Limit.suppressionBatch, count - 1),
    numbers.slice(count - 1)
  ])
  expect(found).toStrictEqual({ added: count - 3, known: 3, refused: ["no number"] })
})
