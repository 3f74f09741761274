/**
 * The promise about usage.
 */
import type { Usage } from "@signalbox/core/Usage"
import { keyText, ofChanges, sum } from "@signalbox/core/Usage"
import type { Invariant } from "../../Invariant.ts"

const text = (all: ReadonlyArray<Usage>): string =>
  JSON.stringify(
    all.map((each) => [keyText(each), each.messages, each.segments, each.price, each.activeContactPrice]).toSorted()
  )

export const exact: Invariant = {
  name: "usage-is-what-messages-say",
  promise: "The sums of usage change by what the messages change, and in the same commit.",
  watch: ({ mirror }) => ({
    see: (sighting) => {
      if (sighting._tag !== "Committed") return null
      const changes = ofChanges([...mirror.before].map(([id, before]) => [before ?? null, mirror.messages.get(id)!]))
      const [kept, due] = [text(sum(sighting.commit.tallies)), text(changes)]
      return kept === due ? null : `usage changes by ${kept}, but the messages by ${due}`
    }
  })
}
