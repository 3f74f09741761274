/**
 * Makes the answers of the sandbox. Some are megabytes large, and each is made in one go: an organization that asks for
 * several has one made after the other, and everybody else has a turn in between.
 */
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import * as KeyedQueue from "../engine/KeyedQueue.ts"
import type { AccountId } from "../value/Id.ts"
import type { Answer } from "./Answer.ts"

/** From so many characters on, an answer has a turn of the event loop to itself. */
const large = 65_536

export interface SimulationQueue {
  readonly inTurn: <Data>(organization: AccountId, make: () => Answer<Data>) => Effect.Effect<Answer<Data>>
}

export const make = (): SimulationQueue => {
  const lines = KeyedQueue.make<AccountId, void>(Effect.void)
  return {
    inTurn: (organization, make) =>
      lines.within(organization, ({ turn }) =>
        Semaphore.withPermit(
          turn,
          Effect.suspend(() => {
            const made = make()
            const isLarge = (made.outcome?.json.length ?? 0) >= large
            return isLarge ? Effect.as(Effect.yieldNow, made) : Effect.succeed(made)
          })
        ))
  }
}
