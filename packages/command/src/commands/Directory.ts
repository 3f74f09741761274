/**
 * `signalbox directory`: what leads to the cell of an account.
 */
import type { Contested, DirectoryPlace, RebuiltPart } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import * as Answer from "../Answer.ts"
import type { Command } from "../Command.ts"
import { fromExecution, misuse } from "../CommandError.ts"

/** So many accounts are looked at by one call. */
const partSize = 500

/** So many contested entries are shown; whoever has settled these sees the others. */
const most = 1000

const reasons: Readonly<Record<Contested["why"], string>> = {
  both: "both cells have it",
  away: "that cell is away",
  recent: "entered within the last minute"
}

const noDirectory = misuse("A single database has no directory: name the cells with --cells.")

const rebuild: Command = {
  path: ["directory", "rebuild"],
  says: "Enters into the directory of cells what it lacks of accounts, keys and numbers",
  details: [
    "For a directory that was lost, or restored to an earlier state than a cell. The service may run meanwhile.",
    "What leads to another cell that has it stays so, and is listed. It may be called again."
  ],
  on: "operator",
  run: Effect.fnUntraced(function*() {
    const operator = yield* Operator
    let [looked, entered, left] = [0, 0, 0]
    const contested: Array<Contested> = []
    const away: Array<string> = []
    for (let after: DirectoryPlace | null = null;;) {
      const asked = operator.rebuildDirectory(after, partSize)
      const part: RebuiltPart | null = yield* Effect.mapError(asked, fromExecution)
      if (part === null) return yield* Effect.fail(noDirectory)
      looked += part.looked
      entered += part.entered
      left += part.contested.length
      contested.push(...part.contested.slice(0, most - contested.length))
      away.push(...part.away)
      after = part.after
      if (after === null) break
    }
    return {
      json: {
        looked,
        entered,
        contested: contested.map(({ leadsTo, ...each }) => ({ ...each, leads_to: leadsTo })),
        contested_total: left,
        away
      },
      lines: [
        `${Answer.plural(entered, "entry", "entries")} made, of ${Answer.plural(looked, "account")}.`,
        ...(contested.length === 0 ? [] : Answer.table(
          ["KIND", "NAME", "ACCOUNT", "CELL", "LEADS TO", "WHY"],
          contested.map(({ account, cell, kind, leadsTo, name, why }) =>
            [kind, name, account, cell, leadsTo, reasons[why]].map(Answer.plain)
          )
        ))
      ],
      notes: [
        ...(left > contested.length ? [`${left - contested.length} more are contested.`] : []),
        ...(away.length > 0 ? [`Away: ${away.join(", ")}. Call it again when they are back.`] : [])
      ],
      isPartial: left > 0 || away.length > 0
    }
  })
}

export const commands: ReadonlyArray<Command> = [rebuild]
