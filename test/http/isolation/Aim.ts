/**
 * Requests that are right, but aimed at what belongs to others: every id in them is one of a row that is to be hit.
 */
import type { Json, JsonObject } from "@signalbox/core/Json"
import type { Input } from "@signalbox/testing/generate/Inputs"
import { inputs } from "@signalbox/testing/generate/Inputs"
import type { Binding } from "@signalbox/testing/http/Bindings"
import * as fc from "fast-check"
import { idsIn } from "./Recorder.ts"

export type Pick = (kind: string | null) => string

/** Nobody listens there, so nothing that is registered leaves this machine. */
const deadEnd = "http://127.0.0.1:9/hook"

/** The kind of row that a path or a property is about: `/v3/messages/:id` and `template: { id }` say it themselves. */
const kindOf = (word: string): string | null => {
  const singular = word.replace(/_id$|Id$/, "").replace(/s$/, "").replaceAll("-", "_")
  return singular === "profile" || singular === "sender_profile" ? "account" : singular === "id" ? null : singular
}

const aimed = (value: Json, about: string | null, pick: Pick): Json => {
  if (typeof value === "string") {
    if (idsIn(value)[0] === value.toLowerCase()) return pick(about)
    return /^https?:\/\//i.test(value) ? deadEnd : value
  }
  if (Array.isArray(value)) return value.map((each) => aimed(each, about, pick))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, each]) => [key, aimed(each, kindOf(key) ?? about, pick)])
  )
}

/** A right request for an operation, with the ids that `pick` chooses. */
export const requests = ({ name, path }: Binding, pick: fc.Arbitrary<Pick>): fc.Arbitrary<Input> => {
  const subject = kindOf(path.split("/")[2] ?? "")
  return fc.tuple(inputs[name], pick).map(([input, choose]) => ({
    query: input.query,
    path: Object.fromEntries(
      Object.entries(input.path).map(([key, value]) => [key, idsIn(value)[0] === value ? choose(subject) : value])
    ),
    body: aimed(input.body, subject, choose) as JsonObject
  }))
}
