/**
 * A page of a list: a closed union of the lists, each with what it can be narrowed down to.
 */
import type { EventName } from "../catalogue/EventName.ts"
import * as Contact from "../row/Contact.ts"
import type { Delivery } from "../row/Delivery.ts"
import type { Condition } from "../row/Filters.ts"
import * as Filters from "../row/Filters.ts"
import type { ListName } from "../row/Kind.ts"
import type { Template } from "../row/Template.ts"
import type { Channel } from "../value/Channel.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

/**
 * The filters of the lists, by the names that the kinds of their rows give them. `search` is a part of what the kind
 * lets be searched. Several filters are all to be met.
 */
export interface Where {
  readonly contacts: { readonly search?: string; readonly channel?: Channel; readonly phone?: PhoneNumber }
  readonly deliveries: { readonly status?: Delivery["status"]; readonly event?: EventName }
  readonly templates: {
    readonly search?: string
    readonly status?: Template["status"]
    readonly category?: Template["category"]
  }
  readonly webhooks: { readonly search?: string; readonly active?: "true" | "false" }
}

/** A page: newest first, ties by key descending. The total is that of the rows that meet the filters. */
interface Page<List extends ListName> {
  readonly list: List
  readonly scope: string
  readonly offset: number
  readonly limit: number
  readonly where?: List extends keyof Where ? Where[List] : Readonly<Record<string, never>>
}

export type ListQuery = { readonly [List in ListName]: Page<List> }[ListName]

/** How what is sought is folded, where that is not only a matter of upper and lower case. */
const folds: { readonly [List in ListName]?: (text: string) => string } = { contacts: Contact.searched }

/** What the rows of the page meet; null when all of the list do. */
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
  const { limit, list, offset, scope } = query
  const narrowed = condition(query)
  return `${list}/${scope}?${offset}+${limit}${narrowed === null ? "" : JSON.stringify(narrowed)}`
}
