/**
 * Requests that are right, but aimed at what belongs to others: every id in them is one of a row that is to be hit.
 */
import type { Json, JsonObject } from "@signalbox/core/Json"
import type { Input } from "@signalbox/testing/generate/Inputs"
import type { Route } from "@signalbox/testing/http/Bindings"
import { idsIn } from "./Recorder.ts"

/** Chooses the id of a row, of this kind if there is one. */
export type Choose = (kind: string | null) => string

/** A request's choices of what it is aimed at. */
export interface Target {
  readonly choose: Choose
  /** The address in the place of every other one, so that nothing that is registered leaves this machine. */
  readonly hook: string
}

/** The kind of row that a path or a property is about: `/v3/messages/:id` and `template: { id }` say it themselves. */
const kindOf = (word: string): string | null => {
  const singular = word.replace(/_id$|Id$/, "").replace(/s$/, "").replaceAll("-", "_")
  return singular === "profile" || singular === "sender_profile" ? "account" : singular === "id" ? null : singular
}

const aimed = (value: Json, about: string | null, target: Target): Json => {
  if (typeof value === "string") {
    if (idsIn(value)[0] === value.toLowerCase()) return target.choose(about)
    return /^https?:\/\//i.test(value) ? target.hook : value
  }
  if (Array.isArray(value)) return value.map((each) => aimed(each, about, target))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, each]) => [key, aimed(each, kindOf(key) ?? about, target)])
  )
}

/**
 * The request with other ids in the place of its own. All other text stays: what a client writes into a template it may
 * read again.
 */
export const at = ({ path }: Pick<Route, "path">, input: Input, target: Target): Input => {
  const subject = kindOf(path.split("/")[2] ?? "")
  const named = (values: Input["path"]): Input["path"] =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        idsIn(value)[0] === value ? target.choose(kindOf(key) ?? subject) : value
      ])
    )
  return { path: named(input.path), query: named(input.query), body: aimed(input.body, subject, target) as JsonObject }
}
