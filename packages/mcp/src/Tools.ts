/**
 * Makes the tools of what the emulator tells of its operations and calls.
 */
import * as Schema from "effect/Schema"
import type { ApiDocument } from "./ApiDocument.ts"
import * as Document from "./ApiDocument.ts"
import { StartError } from "./StartError.ts"
import type { Tool } from "./Tool.ts"
import type { Entry } from "./ToolTable.ts"
import { entries } from "./ToolTable.ts"

/** The calls of the emulator's control, as it lists them. */
export const CallList = Schema.Struct({
  calls: Schema.Array(Schema.Struct({
    method: Schema.String,
    path: Schema.String,
    summary: Schema.optionalKey(Schema.String),
    input: Schema.StructWithRest(Schema.Struct({ type: Schema.Literal("object") }), [
      Schema.Record(Schema.String, Schema.Unknown)
    ])
  }))
})
export type CallList = typeof CallList.Type

/** Only an emulator has this call. */
export const path = "/emulator/calls"

const call = ({ calls }: CallList, id: string) => {
  const found = calls.find(({ method, path }) => `${method} ${path}` === id)
  if (found === undefined) return undefined
  const { input, method, path, summary = id } = found
  return { method, path, description: summary, inputSchema: input }
}

/** Returns the tools. Throws a `StartError` when the emulator lacks what one of them is. */
export const make = (document: ApiDocument, list: CallList): ReadonlyArray<Tool> =>
  entries.map(({ name, origin, reads, title }: Entry) => {
    const ofAccount = "operation" in origin
    const found = ofAccount ? Document.operation(document, origin.operation) : call(list, origin.call)
    if (found !== undefined) return { name, title, reads, ofAccount, ...found }
    const missing = ofAccount ? origin.operation : origin.call
    throw new StartError(`The emulator is of another version than @signalbox/mcp: it has no ${missing}.`)
  })
