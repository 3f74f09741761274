/**
 * The calls of an account as methods.
 */
import type { Json } from "@signalbox/core/Json"
import type * as Effect from "effect/Effect"
import type { Account, Caller } from "../Account.ts"
import type { CallOptions } from "../CallOptions.ts"
import type { Calls } from "../calls/Calls.ts"
import type { SignalboxError } from "../SignalboxError.ts"
import type { Given as Given_, Services } from "./calling.ts"
import { call } from "./calling.ts"
import { ensure } from "./ensureTemplate.ts"
import * as Errors from "./errors.ts"
import type { Listeners } from "./events.ts"
import { defined, flaws, likelyMisspelt } from "./flaws.ts"
import * as Given from "./givenSchemas.ts"
import type { Plan } from "./plans.ts"
import { all } from "./plans.ts"
import { settled } from "./settled.ts"

/** Runs what a call asks for, once the service is ready. */
export type Run = <A>(effect: Effect.Effect<A, SignalboxError, Services>) => Promise<A>

/** Returns the JSON of a value: what the service keeps must not change with what the host holds. */
const json = (name: string, value: unknown): Json => {
  try {
    return JSON.parse(JSON.stringify(value ?? {})) as Json
  } catch (cause) {
    throw Errors.error("VALIDATION_001", `The ${name} is no JSON.`, { cause })
  }
}

const texts = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(value ?? {}).flatMap(([name, each]) => each === undefined ? [] : [[name, String(each)]])
  )

/** A misspelt field would be ignored, as it is over HTTP, and so would an option that stands in the place of the body. */
const fieldFlaws = ({ operation, says }: Plan, said: unknown): Readonly<Record<string, ReadonlyArray<string>>> => {
  if (says === null) return {}
  const known = Object.keys(operation[says].fields)
  const misspelt = Object.entries(likelyMisspelt(said, known))
    .map(([name, meant]) => [name, [`is no field; did you mean ${meant}?`]] as const)
  const misplaced = Object.keys(Given.CallOptions.fields).filter((name) =>
    typeof said === "object" && said !== null && name in said
  ).map((name) => [name, [`is no field: options are the argument after the ${says}`]] as const)
  return Object.fromEntries([...misspelt, ...misplaced])
}

/** Reads the arguments of a call: its ids, what it says, and its options. */
const read = (plan: Plan, given: ReadonlyArray<unknown>): Given_ => {
  const { group, ids, name, says } = plan
  const said = says === null ? undefined : given[ids.length]
  const wrong = fieldFlaws(plan, said)
  if (Object.keys(wrong).length > 0) throw Errors.fields(wrong)
  const options = defined(given[ids.length + (says === null ? 0 : 1)] ?? {})
  const flawed = flaws("options", Given.CallOptions, options)
  if (flawed.length > 0) throw Errors.wrong(`${group}.${name}`, flawed)
  return {
    ids: Object.fromEntries(ids.map((id, index) => [id, String(given[index] ?? "")])),
    query: says === "query" ? texts(said) : {},
    body: says === "body" ? json("body", said) : {},
    options: options as CallOptions
  }
}

type Methods = Record<string, Record<string, (...given: ReadonlyArray<unknown>) => Promise<unknown>>>

/** The types are made from the same list. */
export const calls = (run: Run, caller: Caller): Calls => {
  const methods: Methods = {}
  for (const plan of all) {
    const group = methods[plan.group] ??= {}
    group[plan.name] = async (...given) => run(call(caller, plan, read(plan, given)))
  }
  return methods as unknown as Calls
}

export const make = (run: Run, listeners: Listeners, caller: Caller): Account => {
  const { messages, templates, ...others } = calls(run, caller)
  return {
    ...others,
    messages: { ...messages, settled: (id, options) => settled(listeners, messages.get, id, options) },
    templates: { ...templates, ensure: (template, options) => ensure(templates, template, options) }
  }
}
