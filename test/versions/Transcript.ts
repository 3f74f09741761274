/**
 * The words of a version during a script, without what differs between any two runs: ids are numbered in the order in
 * which they first appear, times are told by their distance from the script's beginning, and secrets are left out.
 */
import type { Json } from "@signalbox/core/Json"

export interface Entry {
  /** The request, such as `POST /v3/messages`, or the event that was delivered. */
  readonly title: string
  /** The request in full, for whoever reads of a difference. */
  readonly asked: string
  readonly said: Json
}

export type Transcript = ReadonlyArray<Entry>

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi
const secret = /\bwhsec_[A-Za-z0-9+/]+=*/g
const requestId = /\breq_[0-9a-f]{16}\b/g
const instant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g

const hour = 3_600_000

/** Scripts travel by whole hours, and take less than half of one. What is years away was said by the script itself. */
const timeOf = (text: string, began: number): string => {
  const hours = Math.round((Date.parse(text) - began) / hour)
  return Math.abs(hours) > 24 * 400 ? text : `<${hours} h>`
}

export interface Normal {
  /** A text without what differs. */
  readonly text: (text: string) => string
  readonly json: (value: Json) => Json
}

/** `own` are texts that belong to one version's run alone, with what stands for them. */
export const normal = (began: number, own: ReadonlyMap<string, string> = new Map()): Normal => {
  const ids = new Map<string, string>()
  const idOf = (id: string): string => {
    const known = ids.get(id) ?? `<id ${ids.size + 1}>`
    ids.set(id, known)
    return known
  }
  const text = (value: string): string =>
    [...own].reduce((all, [from, to]) => all.replaceAll(from, to), value)
      .replaceAll(secret, "<secret>")
      .replaceAll(requestId, "<request>")
      .replaceAll(instant, (found) => timeOf(found, began))
      .replaceAll(uuid, (id) => idOf(id.toLowerCase()))
  const json = (value: Json): Json => {
    if (typeof value === "string") return text(value)
    if (Array.isArray(value)) return value.map((each: Json) => json(each))
    if (value === null || typeof value !== "object") return value
    // Sorted, so that the order of fields, which means nothing, numbers no ids.
    return Object.fromEntries(
      Object.entries(value as Readonly<Record<string, Json>>).toSorted(([one], [other]) => one < other ? -1 : 1)
        // The id of an event stands nowhere else, and would shift the numbers of others where one version says it.
        .map(([name, each]) => [text(name), name === "event_id" ? "<event>" : json(each)])
    )
  }
  return { text, json }
}

/** These follow from the moment, from the connection, or from the length of what differs. */
const unsaid = new Set([
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "retry-after",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-response-time"
])

/** The headers of an answer, of some of which only the names. */
export const headers = (all: ReadonlyMap<string, string>): { readonly [name: string]: string } =>
  Object.fromEntries([...all].map(([name, value]) => [name, unsaid.has(name) ? "<any>" : value]))
