/**
 * The promises about the end of a run.
 */
import type { Invariant } from "../../Invariant.ts"

export const rest: Invariant = {
  name: "comes-to-rest",
  promise: "After the faults have stopped the service comes to rest: nothing is left to do, and nothing is held.",
  watch: ({ mirror }) => ({
    atRest: () => {
      const left = [...mirror.work.values()][0]
      return left === undefined ? null : `${left.due.work.kind}:${left.due.work.key} is left`
    }
  })
}
