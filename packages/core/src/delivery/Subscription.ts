/**
 * Which events a webhook gets: families and filters, written out as a list of event names (decisions 3.1).
 */
import type { EventName, Family } from "../catalogue/EventName.ts"
import { families } from "../catalogue/EventName.ts"

export type Filters = Readonly<Record<string, ReadonlyArray<string>>>

/** A family without a filter, or with an empty one, means every sub-type of it. */
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
