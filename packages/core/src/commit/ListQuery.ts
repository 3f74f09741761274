/**
 * A query for one page of a list: a closed union of all lists, each with its own filters.
 */
import type { EventName } from "../catalogue/EventName.ts"
import * as Contact from "../row/Contact.ts"
import type { Delivery } from "../row/Delivery.ts"
import type { Condition } from "../row/Filters.ts"
import * as Filters from "../row/Filters.ts"
import type { ListName } from "../row/Kind.ts"
import type { Template } from "../row/Template.ts"
import type { Channel } from "../value/Channel.ts"
import type { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

/**
 * The filters of each list, named as in the kinds of their rows. `search` matches part of the text that the kind
 * declares searchable. A row must meet all filters that are given.
 */
export interface Where {
  readonly contacts: { readonly search?: string; readonly channel?: Channel; readonly phone?: PhoneNumber }
  readonly deliveries: { readonly search?: string; readonly status?: Delivery["status"]; readonly event?: EventName }
  readonly templates: {
    readonly search?: string
    readonly status?: Template["status"]
    readonly category?: Template["category"]
  }
  readonly webhooks: { readonly search?: string; readonly active?: "true" | "false" }
}

/** A position in a list, whether or not a row stands there. */
export interface ListPosition {
  readonly at: Instant
  readonly key: string
}

/**
 * One page, newest first, rows of the same time by key descending. The total counts the rows that meet the filters,
 * wherever the page begins.
 */
interface Page<List extends ListName> {
  readonly list: List
  readonly scope: string
  /** The page begins behind this place: with the rows that are older, or as old and of a lesser key. */
  readonly behind?: ListPosition
  /** How many rows are left out before the page. */
  readonly offset: number
  readonly limit: number
  readonly where?: List extends keyof Where ? Where[List] : Readonly<Record<string, never>>
}

export type ListQuery = { readonly [List in ListName]: Page<List> }[ListName]

/** Each list normalizes the text to search for like this, where lower case alone is not enough. */
const folds: { readonly [List in ListName]?: (text: string) => string } = { contacts: Contact.searched }

/** Returns the condition that the rows of the page must meet, or null when there is no filter. */
export const condition = ({ list, where = {} }: ListQuery): Condition | null => {
  const { search = "", ...values } = where as Readonly<Record<string, string | undefined>>
  const { terms } = Filters.make(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === undefined ? [] : [value]]))
  )
  const sought = (folds[list] ?? Filters.folded)(search)
  return terms.length === 0 && sought === "" ? null : { terms: terms.toSorted(), search: sought }
}

/** One text for a query. */
export const text = (query: ListQuery): string => {
  const { behind, limit, list, offset, scope } = query
  const narrowed = condition(query)
  const from = behind === undefined ? "" : `${behind.at}/${behind.key}`
  return `${list}/${scope}?${from}+${offset}+${limit}${narrowed === null ? "" : JSON.stringify(narrowed)}`
}
