/**
 * Requests as a client of version 3 makes them: what Signalbox adds to it, by the OpenAPI document, is left out.
 */
import * as EventName from "@signalbox/core/EventName"
import type { Json } from "@signalbox/core/Json"
import type { Endpoint, Schema } from "../fuzz/Contract.ts"
import { resolve } from "../fuzz/Contract.ts"
import type { Plan } from "../fuzz/Plans.ts"

const isBeyond = (description = ""): boolean => description.startsWith("Signalbox, beyond v3")

/** Events that Signalbox adds, by their family or as a part of one. */
const events: ReadonlySet<Json> = new Set(["verification", "account", "feedback", "preference"])

const branches = (schema: Schema): ReadonlyArray<Schema> => {
  const whole = resolve<Schema>(schema as { readonly $ref: string })
  return whole.anyOf === undefined ? [whole] : whole.anyOf.flatMap(branches)
}

const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The name of an event as it stands, or that of another one where version 3 has none of this name. */
const event = (text: string): string =>
  /^(?:message|templates|contact|channel)\.\w+$/.test(text) && !events.has(text.slice(text.indexOf(".") + 1)) ||
    !EventName.all.some((name) => name === text)
    ? text
    : "message.sent"

const within = (value: Json, schemas: ReadonlyArray<Schema>): Json => {
  const all = schemas.flatMap(branches)
  if (Array.isArray(value)) {
    const items = all.flatMap(({ items }) => items ?? [])
    return value.filter((each: Json) => !events.has(each)).map((each: Json) => within(each, items))
  }
  if (typeof value === "string") return event(value)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const inner = all.flatMap(({ properties = {} }) => properties[name] ?? [])
      return inner.some(({ description }) => isBeyond(description)) || events.has(name)
        ? []
        : [[name, within(each, inner)]]
    })
  )
}

/** A recipient that is an object is one of Signalbox's. */
const recipients = (body: Json): Json =>
  isObject(body) && Array.isArray(body["to"])
    ? { ...body, to: body["to"].map((each: Json) => isObject(each) ? each["phone_number"] ?? null : each) }
    : body

export const has = ({ description }: Endpoint): boolean => !isBeyond(description)

export const plain = (plan: Plan): Plan => {
  const { draft: { body, query, ...draft }, endpoint: { body: schema, parameters } } = plan
  const added = new Set(parameters.filter(({ description }) => isBeyond(description)).map(({ name }) => name))
  return {
    ...plan,
    draft: {
      ...draft,
      query: Object.fromEntries(
        Object.entries(query).flatMap(([name, text]) => added.has(name) ? [] : [[name, event(text)]])
      ),
      body: body !== null && "json" in body && schema !== null
        ? { json: within(recipients(body.json), [schema]) }
        : body
    }
  }
}
