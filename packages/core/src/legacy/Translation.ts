/**
 * Legacy v2 asks for the same decisions as v3, in other words: a command of v2 is translated into one of v3, and the
 * answer back.
 */
import * as Result from "effect/Result"
import type { Decision } from "../commit/Decision.ts"
import * as Refused from "../commit/Refused.ts"

export interface Translation<Asked, Command, Data, Shown> {
  readonly name: string
  readonly to: Decision<Command, Data>
  readonly command: (asked: Asked) => Command
  readonly show: (data: Data) => Shown
  /** The name that v2 has for a field of v3. */
  readonly field?: (name: string) => string
}

const renamed = (refused: Refused.Refused, field: (name: string) => string): Refused.Refused =>
  refused.details === undefined ? refused : new Refused.Refused({
    ...refused,
    message: refused.message,
    details: Object.fromEntries(Object.entries(refused.details).map(([name, said]) => [field(name), said]))
  })

export const make = <Asked, Command, Data, Shown>(
  { command, field = (name) => name, name, show, to }: Translation<Asked, Command, Data, Shown>
): Decision<Asked, Shown> => ({
  name,
  needs: (asked, facts) => to.needs(command(asked), facts),
  decide: (asked, grounds) =>
    Result.mapBoth(to.decide(command(asked), grounds), {
      onFailure: (refused) => renamed(refused, field),
      onSuccess: ({ answer, commit }) => ({ commit, answer: show(answer) })
    })
})

/** The properties that all operations of v2 have in common. There is no sandbox and no Idempotency-Key in v2. */
export const common = {
  role: null,
  tier: "standard",
  idempotent: false,
  check: () => [],
  simulate: null
} as const

/** The properties that operations which only read have in common besides. */
export const reading = { status: 200, scope: "read", ...common } as const
