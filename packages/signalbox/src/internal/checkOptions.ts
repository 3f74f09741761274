/**
 * Reads the options of a service, and tells everything that is wrong with them together.
 */
import * as CellName from "@signalbox/core/CellName"
import type { NodeId } from "@signalbox/core/Id"
import * as Terms from "@signalbox/core/Terms"
import { randomUUID } from "node:crypto"
import type { CarrierHealthOptions, LimitOptions, Options, WebhookOptions } from "../Options.ts"
import type { CellsStorage } from "../Storage.ts"
import { defined, flaws, isObject } from "./flaws.ts"
import { healthTerms } from "./healthTerms.ts"
import * as Schemas from "./optionSchemas.ts"

/** Options without anything left open. */
export interface Checked extends
  Pick<
    Options,
    | "billing"
    | "carrierHealth"
    | "carriers"
    | "costs"
    | "docsUrl"
    | "log"
    | "logLevel"
    | "numberLookup"
    | "onError"
    | "rates"
    | "review"
    | "rules"
    | "secretKeys"
    | "storage"
    | "tracer"
  >
{
  readonly node: NodeId
  readonly work: boolean | ReadonlyArray<string>
  readonly basePath: string
  readonly limits: LimitOptions
  readonly openapi: boolean
  readonly docs: boolean
  readonly health: boolean
  readonly webhooks: WebhookOptions
}

const given = (options: unknown): unknown => {
  const found = defined(options)
  if (!isObject(found)) return found
  const { carrierHealth, carriers, costs, limits, numberLookup, rates, rules, storage, webhooks } = found
  return {
    ...found,
    ...("storage" in found ? { storage: defined(storage) } : {}),
    ...("webhooks" in found ? { webhooks: defined(webhooks) } : {}),
    ...("limits" in found ? { limits: defined(limits) } : {}),
    ...("carrierHealth" in found ? { carrierHealth: defined(carrierHealth) } : {}),
    ...("numberLookup" in found ? { numberLookup: defined(numberLookup) } : {}),
    ...(Array.isArray(carriers) ? { carriers: carriers.map(defined) } : {}),
    ...(Array.isArray(rates) ? { rates: rates.map(defined) } : {}),
    ...(Array.isArray(costs) ? { costs: costs.map(defined) } : {}),
    ...(Array.isArray(rules) ? { rules: rules.map(defined) } : {})
  }
}

/** A node has connections to all of them. */
const mostCells = 64

const storages = { memory: Schemas.Memory, postgres: Schemas.Postgres, sqlite: Schemas.Sqlite } as const

const kindOf = (storage: unknown): keyof typeof storages | null => {
  const kind = isObject(storage) ? storage["kind"] : undefined
  return kind === "memory" || kind === "postgres" || kind === "sqlite" ? kind : null
}

const storageFlaws = (storage: unknown): ReadonlyArray<string> => {
  const kind = kindOf(storage)
  if (isObject(storage) && storage["kind"] === "cells") return cellFlaws(storage)
  return kind === null
    ? ["storage must be memory(), sqlite(file) or postgres(url)"]
    : flaws("storage", storages[kind], storage)
}

const carrierFlaws = (carriers: unknown): ReadonlyArray<string> => {
  if (!Array.isArray(carriers)) return []
  const ids = carriers.map((each: unknown) => isObject(each) ? each["id"] : undefined)
  return carriers.flatMap((each: unknown, index) => [
    ...flaws(
      `carriers[${index}]`,
      isObject(each) && each["kind"] === "carrier-layer" ? Schemas.CarrierLayer : Schemas.Carrier,
      each
    ),
    ...(isObject(each) && "pace" in each ? flaws(`carriers[${index}].pace`, Schemas.Pace, each["pace"]) : []),
    ...(typeof ids[index] === "string" && ids.indexOf(ids[index]) < index
      ? [`carriers[${index}].id is the id of another carrier already`]
      : [])
  ])
}

const list = (given: unknown): ReadonlyArray<unknown> => Array.isArray(given) ? given : []

/** Returns the carriers that a rule or a cost names, with their places in it. */
const named = (each: unknown): ReadonlyArray<readonly [place: string, carrier: unknown]> =>
  isObject(each)
    ? [
      ...(each["carrier"] === undefined ? [] : [["carrier", each["carrier"]] as const]),
      ...list(each["split"]).map((share, index) =>
        [`split[${index}].carrier`, isObject(share) ? share["carrier"] : undefined] as const
      )
    ]
    : []

/** A rule about a carrier that there is not would be about nothing, and so would its cost. */
const termFlaws = ({ carriers, costs, rates, rules }: Readonly<Record<string, unknown>>): ReadonlyArray<string> => {
  const ids = list(carriers).map((each) => isObject(each) ? each["id"] : undefined)
  const known = (place: string, found: ReadonlyArray<string>, each: unknown): ReadonlyArray<string> =>
    found.length > 0 ?
      found :
      named(each).flatMap(([within, carrier]) =>
        ids.includes(carrier) ? [] : [`${place}.${within} must be the id of one of the carriers`]
      )
  return [
    ...list(rates).flatMap((each, index) => flaws(`rates[${index}]`, Terms.Rate, each)),
    ...list(rules).flatMap((each, index) => known(`rules[${index}]`, flaws(`rules[${index}]`, Terms.Rule, each), each)),
    ...list(costs).flatMap((each, index) => known(`costs[${index}]`, flaws(`costs[${index}]`, Terms.Cost, each), each))
  ]
}

/** A window in which no message has had the time for its receipt would tell nothing. */
const healthFlaws = (given: unknown): ReadonlyArray<string> => {
  const found = flaws("carrierHealth", Schemas.CarrierHealth, given)
  if (found.length > 0) return found
  const { slowSeconds, windowMinutes } = healthTerms(given as CarrierHealthOptions)
  return windowMinutes * 60 >= slowSeconds + 60
    ? []
    : ["carrierHealth.windowMinutes must be a minute longer than slowSeconds at least"]
}

/** Returns the names of the cells, or null when there are none. */
const cellsOf = (storage: unknown): Readonly<Record<string, unknown>> | null =>
  isObject(storage) && storage["kind"] === "cells" && isObject(storage["cells"]) ? storage["cells"] : null

/** Two cells in one schema would be one, and take each other's work. */
const isSamePlace = (one: unknown, other: unknown): boolean =>
  isObject(one) && isObject(other) && one["kind"] === "postgres" && other["kind"] === "postgres" &&
  one["database"] === other["database"] && one["schema"] === other["schema"]

const cellFlaws = (storage: unknown): ReadonlyArray<string> => {
  const found = flaws("storage", Schemas.Cells, storage)
  const all = cellsOf(storage)
  if (found.length > 0 || all === null) return found
  const names = Object.keys(all)
  const { directory } = storage as CellsStorage
  return [
    ...(names.length === 0 || names.length > mostCells ? [`storage.cells must have 1 to ${mostCells} cells`] : []),
    ...names.flatMap((name) =>
      CellName.is(name) ? [] : [`storage.cells: ${name} must be 1 to 32 small letters, digits, - and _`]
    ),
    ...names.flatMap((name) => {
      const kind = kindOf(all[name])
      return kind === "memory" || kind === "postgres"
        ? flaws(`storage.cells.${name}`, storages[kind], all[name])
        : [`storage.cells.${name} must be memory() or postgres(url)`]
    }),
    ...names.flatMap((name, index) =>
      names.slice(0, index).some((other) => isSamePlace(all[name], all[other]))
        ? [`storage.cells.${name} is the schema of another cell already`]
        : []
    ),
    ...(directory === undefined || names.includes(directory) ? [] : ["storage.directory must be the name of a cell"])
  ]
}

/** Only cells have names. */
const workFlaws = ({ storage, work }: Readonly<Record<string, unknown>>): ReadonlyArray<string> => {
  if (!Array.isArray(work)) return []
  const names = Object.keys(cellsOf(storage) ?? {})
  return work.every((name) => names.includes(name)) ? [] : ["work must be true, false, or the names of cells"]
}

/** The kinds of storage that are named. */
const kindsOf = (storage: unknown): ReadonlyArray<string | null> => {
  const all = cellsOf(storage)
  return all === null ? [kindOf(storage)] : Object.values(all).map(kindOf)
}

const keyFlaws = ({ secretKeys, storage }: Readonly<Record<string, unknown>>): ReadonlyArray<string> =>
  secretKeys === undefined && kindsOf(storage).some((kind) => (kind ?? "memory") !== "memory")
    ? [
      `secretKeys is needed with ${
        kindsOf(storage).find((kind) => kind !== "memory")
      }, which keeps the signing secrets of webhooks sealed: ` +
      "\"main:\" and what `openssl rand -base64 32` prints, the same at every start and on every node"
    ]
    : []

const allFlaws = (options: unknown): ReadonlyArray<string> => {
  if (!isObject(options)) return flaws("", Schemas.Options, options)
  return [
    ...flaws("", Schemas.Options, options),
    ...("storage" in options ? storageFlaws(options["storage"]) : []),
    ...carrierFlaws(options["carriers"]),
    ...termFlaws(options),
    ...("webhooks" in options ? flaws("webhooks", Schemas.Webhooks, options["webhooks"]) : []),
    ...("carrierHealth" in options ? healthFlaws(options["carrierHealth"]) : []),
    ...("numberLookup" in options ? flaws("numberLookup", Schemas.NumberLookup, options["numberLookup"]) : []),
    ...("limits" in options ? flaws("limits", Schemas.Limits, options["limits"]) : []),
    ...workFlaws(options),
    ...keyFlaws(options)
  ]
}

/** @throws TypeError that names each option that is not as it should be */
export const check = (options: Options): Checked => {
  const read = given(options)
  const found = allFlaws(read)
  if (found.length > 0) throw new TypeError(`createSignalbox: ${found.join("\n  ")}`)
  const {
    basePath = "",
    docs = true,
    health = true,
    limits = {},
    node = `node-${randomUUID()}`,
    openapi = true,
    webhooks = {},
    work = true,
    ...others
  } = read as Options
  return { ...others, basePath, docs, health, limits, node: node as NodeId, openapi, webhooks, work }
}
