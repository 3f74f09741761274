/**
 * The events that a webhook subscribes to, expanded from its families and filters into event names (decisions 3.1).
 */
import type { EventName, Family } from "../catalogue/EventName.ts"
import { families } from "../catalogue/EventName.ts"

export type Filters = Readonly<Record<string, ReadonlyArray<string>>>

/** A family without a filter, or with an empty one, includes all of its sub-types. */
export const expand = (
  active: boolean,
  types: ReadonlyArray<Family>,
  filters: Filters | null
): ReadonlyArray<EventName> =>
  active
    ? types.flatMap((family) => {
      const wanted = filters?.[family] ?? []
      return families[family]
        .filter((suffix) => wanted.length === 0 || wanted.includes(suffix))
        .map((suffix) => `${family}.${suffix}` as EventName)
    })
    : []
