/**
 * Compares what two versions have said.
 */
import type { Json } from "@signalbox/core/Json"
import type { Transcript } from "./Transcript.ts"

export interface Difference {
  readonly title: string
  readonly asked: string
  /** Such as `body.data.recipients[].status`. */
  readonly place: string
  /** Undefined where the version says nothing there. */
  readonly before: Json | undefined
  readonly after: Json | undefined
}

type Found = Pick<Difference, "place" | "before" | "after">

const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const within = (place: string, before: Json | undefined, after: Json | undefined): ReadonlyArray<Found> => {
  if (isObject(before) && isObject(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      within(place === "" ? name : `${place}.${name}`, before[name], after[name])
    )
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((each: Json, index) => within(`${place}[]`, each, after[index] as Json))
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ place, before, after }]
}

/** The differences of two transcripts of one script, entry by entry. */
export const of = (before: Transcript, after: Transcript): ReadonlyArray<Difference> =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index).flatMap((index) => {
    const [one, other] = [before[index], after[index]]
    const { asked, title } = one ?? other!
    if (one === undefined || other === undefined || one.title !== other.title) {
      const named = (entry: Transcript[number] | undefined): Json => entry === undefined ? null : entry.title
      return [{ title, asked, place: "", before: named(one), after: named(other) }]
    }
    return within("", one.said, other.said).map((found) => ({ title, asked, ...found }))
  })

const shown = (value: Json | undefined): string => value === undefined ? "nothing" : JSON.stringify(value).slice(0, 300)

/** By this, differences of one kind are told together: those of headers are the same at every endpoint. */
export const kind = ({ after, before, place, title }: Difference): string =>
  `${place.startsWith("headers.") ? "" : `${title}: `}${place} ${
    before === undefined ? "is new" : after === undefined ? "is gone" : "is another"
  }`

export const print = (difference: Difference): string =>
  `${kind(difference)}\n  before: ${shown(difference.before)}\n  after:  ${shown(difference.after)}\n  asked:  ${
    difference.asked.slice(0, 600)
  }`
