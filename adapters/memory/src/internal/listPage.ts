/**
 * Pages of a sorted list: what a query looks at, and what it finds.
 */
import type { ListPosition, ListQuery } from "@signalbox/core/ListQuery"
import type { SortedList } from "./sortedList.ts"

/** A page as places, newest first; its rows stand there. */
interface Found<Place> {
  readonly places: ReadonlyArray<Place>
  readonly total: number
  readonly next?: ListPosition | null
}

/** The part of a list that is looked at, as indexes: the first one and those before the end. */
interface Range {
  readonly first: number
  readonly end: number
}

type Part = Pick<ListQuery, "ahead" | "before" | "behind" | "from">

/** No key is below the empty one, so it stands before all places of its instant. */
const range = (list: SortedList<ListPosition>, { ahead, before, behind, from }: Part): Range => {
  const first = from === undefined ? 0 : list.indexOf({ at: from, key: "" })
  const end = before === undefined ? list.size : list.indexOf({ at: before, key: "" })
  return {
    first: ahead === undefined ? first : Math.max(first, behindIt(list, ahead)),
    end: behind === undefined ? end : Math.min(end, list.indexOf(behind))
  }
}

/** The index of the first place that is newer. */
const behindIt = (list: SortedList<ListPosition>, place: ListPosition): number => {
  const index = list.indexOf(place)
  const found = list.at(index)
  return found !== undefined && found.at === place.at && found.key === place.key ? index + 1 : index
}

type Meets<Place> = ((place: Place) => boolean) | null

const countOf = <Place extends ListPosition>(
  list: SortedList<Place>,
  { end, first }: Range,
  bound: number,
  meets: Meets<Place>
): number => {
  const from = Math.max(first, end - bound)
  if (meets === null) return Math.max(0, end - from)
  let total = 0
  for (let index = from; index < end; index++) if (meets(list.at(index)!)) total++
  return total
}

/**
 * @param meets whether the row at a place meets the condition; null when there is none
 */
export const page = <Place extends ListPosition>(
  list: SortedList<Place>,
  query: ListQuery,
  meets: Meets<Place>
): Found<Place> => {
  const { ahead, before, bound = Infinity, from, isCounted = true, limit, offset } = query
  const { end, first } = range(list, query)
  const [start, step] = ahead === undefined ? [end - 1, -1] : [first, 1]
  const most = Math.min(bound, Math.max(0, end - first))
  const places: Array<Place> = []
  let left = meets === null ? 0 : offset
  let looked = meets === null ? Math.min(offset, most) : 0
  let isMore = false
  // The total looks at the same rows, so one look at each does for both.
  const isOnce = meets !== null && isCounted && ahead === undefined && query.behind === undefined
  let met = 0
  for (; looked < most; looked++) {
    if (isMore && !isOnce) break
    const place = list.at(start + step * looked)!
    if (meets !== null && !meets(place)) continue
    met++
    if (left-- > 0) continue
    if (places.length < limit) places.push(place)
    else isMore = true
  }
  const last = isMore ? places.at(-1) : end - first > most ? list.at(start + step * (most - 1)) : undefined
  const total = isOnce
    ? met
    : isCounted
    ? countOf(
      list,
      range(list, { ...(from === undefined ? {} : { from }), ...(before === undefined ? {} : { before }) }),
      bound,
      meets
    )
    : 0
  const newestFirst = ahead === undefined ? places : places.toReversed()
  return query.bound === undefined
    ? { places: newestFirst, total }
    : { places: newestFirst, total, next: last === undefined ? null : { at: last.at, key: last.key } }
}
