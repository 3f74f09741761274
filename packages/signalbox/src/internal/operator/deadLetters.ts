/**
 * Work that has failed for good: back to work with it, or away.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { DeadLetterOperations } from "../../Operator.ts"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { operated } from "../operated.ts"
import * as Reading from "./reading.ts"

const Name = Schema.Struct({ kind: Schema.String, key: Schema.String })

export const deadLetters = (run: Run): DeadLetterOperations => ({
  list: async (page) => {
    const { behind, limit } = Reading.page("operator.deadLetters.list", page)
    return run(Effect.map(
      operated((operator) => operator.deadLetters(0, limit, behind)),
      ({ after, letters, total }) => ({
        deadLetters: letters.map(({ at, ...letter }) => ({ ...letter, at: new Date(at) })),
        total,
        after: Reading.cursor(after)
      })
    ))
  },
  retry: async (letter) => {
    const { key, kind } = Given.read("operator.deadLetters.retry", "letter", Name, letter)
    return run(
      Effect.map(operated((operator) => operator.retryDeadLetter(kind, key)), (answer) => answer === "Retried")
    )
  },
  discard: async (letter) => {
    const { key, kind } = Given.read("operator.deadLetters.discard", "letter", Name, letter)
    return run(
      Effect.map(operated((operator) => operator.discardDeadLetter(kind, key)), (answer) => answer === "Discarded")
    )
  }
})
