/**
 * `GET /emulator/calls`: the calls of the control as data, for programs that offer them to others.
 */
import * as Effect from "effect/Effect"
import type * as JsonSchema from "effect/JsonSchema"
import * as Schema from "effect/Schema"
import type { Call } from "./Call.ts"
import { get } from "./Call.ts"

/** The parts of paths that are more than ids. */
const parts: Readonly<Record<string, Schema.Constraint>> = {
  phone: Schema.String.annotate({ description: "A phone number in E.164 form, such as +12015550123." })
}

const names = (path: string): ReadonlyArray<string> => [...path.matchAll(/:([a-z]+)/g)].map(([, name = ""]) => name)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Effect prints what a field says, and each check, as a part of their own: they become parts of the field's Schema. */
const flat = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(flat)
  if (!isObject(value)) return value
  const { allOf, ...rest } = value
  const own = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, flat(inner)]))
  if (!Array.isArray(allOf)) return own
  return allOf.map(flat).reduce<Readonly<Record<string, unknown>>>((merged, part) => {
    if (isObject(part) && Object.keys(part).every((name) => !(name in merged))) return { ...merged, ...part }
    return { ...merged, allOf: [...(merged["allOf"] as ReadonlyArray<unknown> | undefined ?? []), part] }
  }, own)
}

const printed = (schema: Schema.Constraint): JsonSchema.Document<"draft-2020-12"> =>
  flat(Schema.toJsonSchemaDocument(schema, { onExcessProperty: "error" })) as JsonSchema.Document<"draft-2020-12">

interface Printed {
  readonly properties?: Readonly<Record<string, JsonSchema.JsonSchema>>
  readonly required?: ReadonlyArray<string>
}

/**
 * Returns what a call takes as one JSON Schema: the parts of its path, and the fields of its body or what stands behind
 * its question mark.
 */
export const input = ({ path, takes = Schema.Struct({}) }: Pick<Call, "path" | "takes">): JsonSchema.JsonSchema => {
  const { definitions, schema } = printed(takes)
  const { properties = {}, required = [] } = schema as Printed
  const inPath = names(path)
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(inPath.map((name) => [name, printed(parts[name] ?? Schema.String).schema])),
      ...properties
    },
    required: [...inPath, ...required],
    additionalProperties: false,
    ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions })
  }
}

/** Returns a call as it is listed. */
const shown = (call: Call) => ({
  method: call.method,
  path: call.path.replaceAll(/:([a-z]+)/g, "{$1}"),
  ...(call.says === undefined ? {} : { summary: call.says }),
  input: JSON.parse(JSON.stringify(input(call)))
})

/** The call that lists calls. */
export const make = (calls: ReadonlyArray<Call>): Call =>
  get("/emulator/calls", () => Effect.sync(() => ({ calls: calls.map(shown) })))
