/**
 * The directory of cells is made anew.
 */
import * as CellName from "@signalbox/core/CellName"
import type { DirectoryPlace } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { DirectoryOperations } from "../../DirectoryOperations.ts"
import * as Errors from "../errors.ts"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { operated } from "../operated.ts"
import * as Reading from "./reading.ts"

const cursor = (place: DirectoryPlace | null): string | null =>
  place === null ? null : `${place.cell}/${Reading.cursor(place.behind) ?? ""}`

/** Returns the place that a cursor names; null: it names none. */
const placeOf = (text: string): DirectoryPlace | null => {
  const at = text.indexOf("/")
  const [cell, rest] = [text.slice(0, at), text.slice(at + 1)]
  const behind = Reading.positionOf(rest)
  return CellName.is(cell) && (behind !== null || rest === "") ? { cell, behind } : null
}

const Options = Schema.Struct({
  after: Schema.optionalKey(Schema.NullOr(Schema.String.check(
    Reading.check((text: string) => placeOf(text) !== null, "must be the `after` of the call before")
  ))),
  limit: Schema.optionalKey(Reading.limit)
})

export const directory = (run: Run): DirectoryOperations => ({
  rebuild: async (options) => {
    const call = "operator.directory.rebuild"
    const { after = null, limit = 100 } = Given.read(call, "options", Options, options)
    return run(Effect.flatMap(
      operated((operator) => operator.rebuildDirectory(after === null ? null : placeOf(after), limit)),
      (part) =>
        part === null
          ? Effect.fail(Errors.wrong(call, ["it needs storage: cells(...): a single database has no directory"]))
          : Effect.succeed({ ...part, after: cursor(part.after) })
    ))
  }
})
