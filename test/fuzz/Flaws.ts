/**
 * Everything that can be wrong with a request by what the document says, one thing at a time, with what the answer must
 * be then.
 */
import type { Json } from "@signalbox/core/Json"
import { randomUUID } from "node:crypto"
import type { Endpoint, Parameter, Schema } from "./Contract.ts"
import { resolve } from "./Contract.ts"
import type { Draft, Step } from "./Draft.ts"
import { fieldOf, put } from "./Draft.ts"

export interface Flaw {
  readonly name: string
  readonly status: number
  readonly code: RegExp
  /** `details` must name this field, and nothing else. Null when the flaw is in no field. */
  readonly field: string | null
  readonly apply: (draft: Draft) => Draft
}

const validation = /^VALIDATION_00[1-8]$/

const typeOf = (value: Json | undefined): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value === "number" ? "number" : typeof value

const branches = (schema: Schema): ReadonlyArray<Schema> => {
  const whole = resolve<Schema>(schema as { readonly $ref: string })
  return whole.anyOf === undefined ? [whole] : whole.anyOf.flatMap(branches)
}

const typesOf = (schema: Schema): ReadonlyArray<string | undefined> =>
  branches(schema).map(({ enum: values, type }) =>
    type === "integer" ? "number" : type ?? (values === undefined ? undefined : typeOf(values[0] as Json))
  )

const samples: ReadonlyArray<Json> = [7, "seven", true, ["seven"], { seven: 7 }, null]

/** Values whose type a schema does not take. */
const mistyped = (schema: Schema): ReadonlyArray<Json> => {
  const taken = typesOf(schema)
  return taken.includes(undefined) ? [] : samples.filter((sample) => !taken.includes(typeOf(sample)))
}

/** Values of the right type that a schema does not take. */
const outside = (schema: Schema): ReadonlyArray<Json> =>
  typesOf(schema).filter((type) => type !== "null").length > 1 ? [] : branches(schema).flatMap((branch) => [
    ...(branch.enum !== undefined && typesOf(branch)[0] === "string" ? ["nonsense"] : []),
    ...(branch.format === "uuid" ? ["nonsense"] : []),
    ...(branch.minimum === undefined ? [] : [branch.minimum - 1]),
    ...(branch.maximum === undefined || branch.maximum > 1e15 ? [] : [branch.maximum + 1]),
    ...(branch.type === "integer" ? [1.5] : []),
    ...(branch.minLength === undefined ? [] : [" ".repeat(branch.minLength - 1)]),
    ...(branch.maxLength === undefined || branch.maxLength > 5000 ? [] : ["x".repeat(branch.maxLength + 1)])
  ])

const inBody = (steps: ReadonlyArray<Step>, wrong: Json | undefined, what: string): Flaw => ({
  name: `${fieldOf(steps)} ${what}`,
  status: 400,
  code: validation,
  field: fieldOf(steps),
  apply: (draft) =>
    draft.body !== null && "json" in draft.body
      ? { ...draft, body: { json: put(draft.body.json, steps, wrong) } }
      : draft
})

/**
 * Within a definition one wrong value breaks rules across its parts as well, and null is taken for what is left out: its
 * flaws have generators of their own (`FlawedDefinitions`).
 */
const isWithinDefinition = ([first, ...rest]: ReadonlyArray<Step>): boolean => first === "definition" && rest.length > 0

/** Returns all that can be wrong at a place of a body, and in what is there. */
const flawsAt = (schema: Schema, value: Json | undefined, steps: ReadonlyArray<Step>): ReadonlyArray<Flaw> => {
  if (isWithinDefinition(steps)) return []
  const here = steps.length === 0 ?
    [] :
    [...mistyped(schema), ...outside(schema)].map((wrong) =>
      inBody(steps, wrong, `is ${JSON.stringify(wrong).slice(0, 60)}`)
    )
  if (steps.length > 3 || value === undefined || value === null) return here
  const branch = branches(schema).find(({ type }) => type === typeOf(value))
  if (Array.isArray(value)) {
    const { items, maxItems = Infinity } = branch ?? {}
    return [
      ...here,
      ...(maxItems > 100 || value.length === 0
        ? []
        : [inBody(steps, Array.from({ length: maxItems + 1 }, () => value[0]!), `has ${maxItems + 1} entries`)]),
      ...(items === undefined || value.length === 0 ? [] : flawsAt(items, value[0], [...steps, 0]))
    ]
  }
  if (typeof value !== "object") return here
  const fields = value as Readonly<Record<string, Json>>
  const { properties = {}, required = [] } = branch ?? {}
  return [
    ...here,
    ...required.filter((name) => name in fields).map((name) => inBody([...steps, name], undefined, "is missing")),
    // Beside `"inherit": true` every other field is a flaw of its own.
    ...(fields["inherit"] === true ? [] : Object.entries(properties)).flatMap(([name, inner]) =>
      flawsAt(inner, fields[name], [...steps, name])
    )
  ]
}

const wrongTexts = ({ schema }: Parameter): ReadonlyArray<string> =>
  branches(schema).flatMap((branch) => [
    ...(branch.type === "integer" ? ["x", "1.5", "", String((branch.minimum ?? 1) - 1)] : []),
    ...(branch.type === "integer" && (branch.maximum ?? 1e16) < 1e15 ? [String(branch.maximum! + 1)] : []),
    ...(branch.format === "uuid" || branch.enum !== undefined ? ["nonsense"] : []),
    ...(branch.maxLength === undefined ? [] : ["x".repeat(branch.maxLength + 1)])
  ])

const inParameter = (parameter: Parameter): ReadonlyArray<Flaw> => {
  const { in: place, name, required } = parameter
  const flaw = (what: string, apply: Flaw["apply"]): Flaw => ({
    name: `${name} ${what}`,
    status: 400,
    code: validation,
    field: name,
    apply
  })
  const texts = wrongTexts(parameter)
  switch (place) {
    case "path":
      return texts.map((text) =>
        flaw(`is ${text.slice(0, 60)}`, (draft) => ({ ...draft, params: { ...draft.params, [name]: text } }))
      )
    case "query":
      return [
        ...texts.map((text) =>
          flaw(`is "${text.slice(0, 60)}"`, (draft) => ({ ...draft, query: { ...draft.query, [name]: text } }))
        ),
        ...(required
          ? [flaw("is missing", (draft) => ({
            ...draft,
            query: Object.fromEntries(Object.entries(draft.query).filter(([each]) => each !== name))
          }))]
          : [])
      ]
    default:
      // A request id of a wrong form is ignored.
      return (name === "X-Request-Id" ? [] : texts).map((text) =>
        flaw(`is ${text}`, (draft) => ({ ...draft, headers: { ...draft.headers, [name]: text } }))
      )
  }
}

const other = (
  name: string,
  status: number,
  code: RegExp,
  apply: (draft: Draft) => Partial<Draft>,
  field: string | null = null
): Flaw => ({ name, status, code, field, apply: (draft) => ({ ...draft, ...apply(draft) }) })

const header = (name: string, value: string) => ({ headers }: Draft) => ({ headers: { ...headers, [name]: value } })

/** Returns all that can be wrong with any request. A key of null is left out. */
const everywhere = (endpoint: Endpoint): ReadonlyArray<Flaw> => [
  other("no key", 401, /^AUTH_002$/, header("x-api-key", "")),
  // Each time another one, or it would be locked.
  other("an unknown key", 401, /^AUTH_002$/, (draft) => header("x-api-key", randomUUID())(draft)),
  other("an unknown path", 404, /^RESOURCE_013$/, ({ path }) => ({ path: `${path}/nothing/at/all` })),
  other("an unknown method", 405, /^VALIDATION_001$/, () => ({ method: "PROPFIND", body: null })),
  ...(endpoint.path.startsWith("/v3/")
    ? [
      other("an unknown profile", 404, /^RESOURCE_013$/, header("x-profile-id", "7b1f3a52-1c7e-4a53-9d43-3f5f6f0c1f10"))
    ]
    : [other("no sender", 401, /^AUTH_003$/, header("x-sender-id", ""))])
]

const bodies = ({ body, parameters }: Endpoint): ReadonlyArray<Flaw> =>
  body === null ? [] : [
    other("another content type", 415, validation, header("content-type", "text/plain"), "body"),
    other("an encoding", 415, validation, header("content-encoding", "gzip"), "body"),
    other("half of a body", 400, validation, () => ({ body: { raw: "{\"a\":" } }), "body"),
    other("no UTF-8", 400, validation, () => ({ body: { raw: Uint8Array.of(0x22, 0xff, 0x22) } }), "body"),
    other(
      "a body that is too deep",
      400,
      validation,
      () => ({ body: { raw: "[".repeat(70) + "]".repeat(70) } }),
      "body"
    ),
    ...["null", "[]", "7", "\"text\""].map((raw) =>
      other(`the body ${raw}`, 400, validation, () => ({ body: { raw } }), "body")
    ),
    ...(parameters.some(({ name }) => name === "Idempotency-Key")
      ? ["a b", "ä", "x".repeat(256)].map((key) =>
        other(
          `the idempotency key ${key.slice(0, 9)}`,
          400,
          /^VALIDATION_007$/,
          header("idempotency-key", key),
          "Idempotency-Key"
        )
      )
      : [])
  ]

/** Every flaw that a right request can be given. */
export const of = (endpoint: Endpoint, draft: Draft): ReadonlyArray<Flaw> => [
  ...everywhere(endpoint),
  ...bodies(endpoint),
  ...endpoint.parameters.flatMap(inParameter),
  ...(endpoint.body !== null && draft.body !== null && "json" in draft.body
    ? flawsAt(endpoint.body, draft.body.json, [])
    : [])
]
