/**
 * Reads the options of a service, and tells everything that is wrong with them at once.
 */
import type { NodeId } from "@signalbox/core/Id"
import { randomUUID } from "node:crypto"
import type { Options, WebhookOptions } from "../Options.ts"
import { defined, flaws, isObject } from "./flaws.ts"
import * as Schemas from "./optionSchemas.ts"

/** Options without anything left open. */
export interface Checked extends Pick<Options, "carriers" | "log" | "review" | "secretKeys" | "storage"> {
  readonly node: NodeId
  readonly work: boolean
  readonly basePath: string
  readonly webhooks: WebhookOptions
}

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
