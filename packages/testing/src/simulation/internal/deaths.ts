/**
 * Counts how many nodes have died: were killed, or declared dead while they lived.
 */
import type { Sighting } from "../Sighting.ts"

export const deaths = (): { readonly see: (sighting: Sighting) => void; readonly count: () => number } => {
  const killed = new Set<string>()
  let count = 0
  return {
    see: (sighting) => {
      if (sighting._tag === "Killed") {
        killed.add(sighting.by.node)
        count++
      } else if (sighting._tag === "Buried") {
        // The burial of one that was killed is the same death.
        if (!killed.delete(sighting.node)) count++
      }
    },
    count: () => count
  }
}
