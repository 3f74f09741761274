/**
 * The calls of an account as methods.
 */
import type { Json } from "@signalbox/core/Json"
import * as Limit from "@signalbox/core/Limit"
import type * as Effect from "effect/Effect"
import type { Account, Caller } from "../Account.ts"
import type { Calls } from "../calls/Calls.ts"
import type { ExportQuery, ExportResult, PrivacyCalls } from "../calls/Privacy.ts"
import type { SignalboxError } from "../SignalboxError.ts"
import type { Given as Given_, Services } from "./calling.ts"
import { call } from "./calling.ts"
import { ensure } from "./ensureTemplate.ts"
import * as Errors from "./errors.ts"
import type { Listeners } from "./events.ts"
import { isObject, likelyMisspelt } from "./flaws.ts"
import * as Given from "./given.ts"
import * as Schemas from "./givenSchemas.ts"
import { isClean } from "./plain.ts"
import type { Plan } from "./plans.ts"
import { all } from "./plans.ts"
import { settled } from "./settled.ts"

/**
 * Runs what a call asks for, once the service is ready.
 *
 * @param name of the call, such as `messages.send`
 */
export type Run = <A>(effect: Effect.Effect<A, SignalboxError, Services>, name: string) => Promise<A>

/** Returns a query as a URL has it: of texts. */
const texts = (said: Json): Readonly<Record<string, string>> => {
  if (!isObject(said)) throw Errors.fields({ query: ["must be an object"] })
  const wrong = Object.entries(said).filter(([, each]) => each === null || typeof each === "object")
  if (wrong.length > 0) {
    throw Errors.fields(
      Object.fromEntries(wrong.map(([name]) => [name, ["must be a text, a number, true or false"]]))
    )
  }
  return Object.fromEntries(Object.entries(said).map(([name, each]) => [name, String(each)]))
}

/** The HTTP API wants to be told the page of some lists. The facade has the first one of the usual size. */
const firstPage = ({ operation }: Plan): Readonly<Record<string, string>> => {
  const size = operation.query.fields["page_size"]
  const isNeeded = size !== undefined && size.ast.context?.isOptional !== true
  return isNeeded ? { page: "1", page_size: String(Limit.pageSize.default) } : {}
}

const idOf = (name: string, value: unknown): string => {
  const id = value ?? ""
  if (typeof id === "string" && isClean(id)) return id
  throw Errors.fields({ [name]: ["must be a text"] })
}

/** A misspelt field would be ignored, as it is over HTTP, and so would an option that stands in the place of the body. */
const fieldFlaws = ({ operation, says }: Plan, said: unknown): Readonly<Record<string, ReadonlyArray<string>>> => {
  if (says === null) return {}
  const known = Object.keys(operation[says].fields)
  const misspelt = Object.entries(likelyMisspelt(said, known))
    .map(([name, meant]) => [name, [`is no field; did you mean ${meant}?`]] as const)
  const misplaced = Object.keys(Schemas.CallOptions.fields).filter((name) =>
    typeof said === "object" && said !== null && name in said
  ).map((name) => [name, [`is no field: options are the argument after the ${says}`]] as const)
  return Object.fromEntries([...misspelt, ...misplaced])
}

/** Reads the arguments of a call: its ids, what it says, and its options. */
const read = (plan: Plan, given: ReadonlyArray<unknown>): Given_ => {
  const { group, ids, name, says } = plan
  const said = says === null ? {} : Given.json(given[ids.length])
  const wrong = fieldFlaws(plan, said)
  if (Object.keys(wrong).length > 0) throw Errors.fields(wrong)
  return {
    params: Object.fromEntries(ids.map((id, index) => [id, idOf(id, given[index])])),
    query: says === "query" ? { ...firstPage(plan), ...texts(said) } : {},
    body: says === "body" ? said : {},
    options: Given.read(`${group}.${name}`, "options", Schemas.CallOptions, given[ids.length + (says === null ? 0 : 1)])
  }
}

type Methods = Record<string, Record<string, (...given: ReadonlyArray<unknown>) => Promise<unknown>>>

/** The types are made from the same list. */
export const calls = (run: Run, caller: Caller): Calls => {
  const methods: Methods = {}
  for (const plan of all) {
    const group = methods[plan.group] ??= {}
    group[plan.name] = async (...given) => run(call(caller, plan, read(plan, given)), `${plan.group}.${plan.name}`)
  }
  return methods as unknown as Calls
}

async function* records(privacy: PrivacyCalls, query: Omit<ExportQuery, "after"> = {}) {
  let after: string | null = null
  do {
    const page: ExportResult = await privacy.export(after === null ? query : { ...query, after })
    yield* page.records
    after = page.after
  } while (after !== null)
}

export const make = (run: Run, listeners: Listeners, caller: Caller): Account => {
  const { messages, privacy, templates, ...others } = calls(run, caller)
  return {
    ...others,
    messages: { ...messages, settled: (id, options) => settled(listeners, messages.get, id, options) },
    privacy: { ...privacy, records: (query) => records(privacy, query) },
    templates: { ...templates, ensure: (template, options) => ensure(templates, template, options) }
  }
}
