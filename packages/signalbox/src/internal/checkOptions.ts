/**
 * Reads the options of a service, and tells everything that is wrong with them at once.
 */
import * as Decoding from "@signalbox/core/Decoding"
import type { NodeId } from "@signalbox/core/Id"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { randomUUID } from "node:crypto"
import type { Options, WebhookOptions } from "../Options.ts"
import { nearest } from "./nearest.ts"
import * as Schemas from "./optionSchemas.ts"

/** Options without anything left open. */
export interface Checked extends Pick<Options, "carriers" | "log" | "review" | "secretKeys" | "storage"> {
  readonly node: NodeId
  readonly work: boolean
  readonly basePath: string
  readonly webhooks: WebhookOptions
}

type Shape = Schema.Codec<unknown, unknown> & { readonly fields: Readonly<Record<string, unknown>> }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What is undefined counts as left out. */
const defined = (value: unknown): unknown =>
  isObject(value) && Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined))
    : value

const given = (options: unknown): unknown => {
  const found = defined(options)
  if (!isObject(found)) return found
  const { carriers, storage, webhooks } = found
  return {
    ...found,
    ...("storage" in found ? { storage: defined(storage) } : {}),
    ...("webhooks" in found ? { webhooks: defined(webhooks) } : {}),
    ...(Array.isArray(carriers) ? { carriers: carriers.map(defined) } : {})
  }
}

const within = (place: string, field: string): string => place === "" ? field : `${place}.${field}`

/** An option that there is not: most often it is misspelt. */
const misspelt = (place: string, value: Readonly<Record<string, unknown>>, known: ReadonlyArray<string>) =>
  Object.keys(value).filter((name) => !known.includes(name)).map((name) => {
    const meant = nearest(name, known)
    return `${within(place, name)} is no option${
      meant === null ? `; there are ${known.join(", ")}` : `; did you mean ${within(place, meant)}?`
    }`
  })

/** Tells what is wrong with one object, whose place among the options is named. */
const flaws = (place: string, shape: Shape, value: unknown): ReadonlyArray<string> => {
  if (!isObject(value)) return [`${place === "" ? "options" : place} must be an object`]
  const read = Schema.decodeUnknownResult(shape, { errors: "all" })(value)
  const violations = Result.isSuccess(read) ? [] : Decoding.violations(read.failure.issue)
  // One flaw of a field is enough, and the last one says most.
  const told = new Map(violations.map(({ field, message }) => [field, message]))
  return [
    ...misspelt(place, value, Object.keys(shape.fields)),
    ...[...told].map(([field, message]) => `${within(place, field)} ${message}`)
  ]
}

const storageFlaws = (storage: unknown): ReadonlyArray<string> => {
  const kind = isObject(storage) ? storage["kind"] : undefined
  if (kind !== "memory" && kind !== "postgres") return ["storage must be memory() or postgres(url)"]
  return flaws("storage", kind === "memory" ? Schemas.Memory : Schemas.Postgres, storage)
}

const carrierFlaws = (carriers: unknown): ReadonlyArray<string> => {
  if (!Array.isArray(carriers)) return []
  const ids = carriers.map((each: unknown) => isObject(each) ? each["id"] : undefined)
  return carriers.flatMap((each: unknown, index) => [
    ...flaws(`carriers[${index}]`, Schemas.Carrier, each),
    ...(isObject(each) && "pace" in each ? flaws(`carriers[${index}].pace`, Schemas.Pace, each["pace"]) : []),
    ...(typeof ids[index] === "string" && ids.indexOf(ids[index]) < index
      ? [`carriers[${index}].id is the id of another carrier already`]
      : [])
  ])
}

const keyFlaws = ({ secretKeys, storage }: Readonly<Record<string, unknown>>): ReadonlyArray<string> =>
  isObject(storage) && storage["kind"] === "postgres" && secretKeys === undefined
    ? [
      "secretKeys is needed with postgres, which keeps the signing secrets of webhooks sealed: " +
      "\"main:\" and what `openssl rand -base64 32` prints, the same at every start and on every node"
    ]
    : []

const allFlaws = (options: unknown): ReadonlyArray<string> => {
  if (!isObject(options)) return flaws("", Schemas.Options, options)
  return [
    ...flaws("", Schemas.Options, options),
    ...("storage" in options ? storageFlaws(options["storage"]) : []),
    ...carrierFlaws(options["carriers"]),
    ...("webhooks" in options ? flaws("webhooks", Schemas.Webhooks, options["webhooks"]) : []),
    ...keyFlaws(options)
  ]
}

/** @throws TypeError that names each option that is not as it should be */
export const check = (options: Options): Checked => {
  const read = given(options)
  const found = allFlaws(read)
  if (found.length > 0) throw new TypeError(`createSignalbox: ${found.join("\n  ")}`)
  const { basePath = "", node = `node-${randomUUID()}`, webhooks = {}, work = true, ...others } = read as Options
  return { ...others, basePath, node: node as NodeId, webhooks, work }
}
