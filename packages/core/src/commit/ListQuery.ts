/**
 * A query for one page of a list: a closed union of all lists, each with its own filters.
 */
import type { EventName } from "../catalogue/EventName.ts"
import * as Contact from "../row/Contact.ts"
import type { Delivery } from "../row/Delivery.ts"
import type { Condition } from "../row/Filters.ts"
import * as Filters from "../row/Filters.ts"
import type { ListName, PartListing } from "../row/Kind.ts"
import type { Message } from "../row/Message.ts"
import * as Message_ from "../row/Message.ts"
import type { Template } from "../row/Template.ts"
import type { TemplateId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"

interface MessageFilters {
  readonly template?: TemplateId
  /** That of the client. */
  readonly reference?: string
  readonly direction?: Message["direction"]
  readonly channel?: Message["channel"]
  readonly status?: Message["status"]
}

/**
 * The filters of each list, named as in the kinds of their rows. `search` matches part of the text that the kind
 * declares searchable. A row must meet all filters that are given.
 */
export interface Where {
  readonly contacts: { readonly search?: string; readonly channel?: "whatsapp"; readonly phone?: PhoneNumber }
  readonly conversation: MessageFilters
  readonly messages: MessageFilters
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
 * One page, newest first, rows of the same time by key descending. The total counts the rows that meet the filters and
 * are of the time that is asked for, wherever the page begins.
 */
interface Page<List extends ListName> {
  readonly list: List
  readonly scope: string
  /** Rows of this instant and later ones, and of earlier ones than that. Absent: of all times. */
  readonly from?: Instant
  readonly before?: Instant
  /** The page begins behind this place: with the rows that are older, or as old and of a lesser key. */
  readonly behind?: ListPosition
  /**
   * The page ends ahead of this place: it has the rows that are newer, or as new and of a greater key, those first that
   * are next to the place. Only one of the two places is given.
   */
  readonly ahead?: ListPosition
  /**
   * The most rows that are looked at for the page, and for the total, which is no greater. They are those of the whole
   * list, or of its part by the first term that has one (`partOf`), of the time that is asked for; the page looks from
   * its place on, the total from the newest on. The page then tells where it goes on (`Facts.Page.next`). Absent: as many
   * as it takes.
   */
  readonly bound?: number
  /**
   * The number of rows beyond which a searched text is broad. Where more rows than that come near it in its index, a store
   * may look at as many of the newest only, as if that were the bound. Only where there is no bound.
   */
  readonly broad?: number
  /** False: nobody needs the total, which is 0 then. */
  readonly isCounted?: false
  /** How many rows are left out before the page. */
  readonly offset: number
  readonly limit: number
  readonly where?: List extends keyof Where ? Where[List] : Readonly<Record<string, never>>
}

export type ListQuery = { readonly [List in ListName]: Page<List> }[ListName]

/** Each list normalizes the text to search for like this, where lower case alone is not enough. */
const folds: { readonly [List in ListName]?: (text: string) => string } = { contacts: Contact.searched }

/** The rows of a list that have a term in common, as the rows name it. */
export type Part = Omit<PartListing, "at">

type Asked = Pick<ListQuery, "list" | "scope">

/** The list whose parts tell of the rows of a list. Every message of a conversation is among those of its account. */
const whole = ({ list, scope }: Asked): Asked | null => {
  if (list === "messages") return { list, scope }
  return list === "conversation" ? { list: "messages", scope: Message_.accountOf(scope) } : null
}

/** Returns the account whose messages a list of messages holds. */
export const accountOf = (asked: Asked): string => whole(asked)?.scope ?? asked.scope

/** Returns the parts that the rows which meet a condition are in, that one first which has the fewest in general. */
export const partsOf = (asked: Asked, wanted: Condition | null): ReadonlyArray<Part> => {
  const of = whole(asked)
  return of === null || wanted === null
    ? []
    : wanted.terms.filter((term) => Message_.indexOf(term) >= 0)
      .toSorted((one, other) => Message_.indexOf(one) - Message_.indexOf(other))
      .map((term) => ({ ...of, term }))
}

/** Returns the part of the list that a store looks through; undefined when that is the whole list. */
export const partOf = (asked: Asked, wanted: Condition | null): Part | undefined =>
  partsOf(asked, wanted).find(({ list, scope }) => list === asked.list && scope === asked.scope)

/** Returns the condition that the rows of the page must meet, or null when there is no filter. */
export const condition = ({ list, where = {} }: ListQuery): Condition | null => {
  const { search = "", ...values } = where as Readonly<Record<string, string | undefined>>
  const { terms: given } = Filters.make(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === undefined ? [] : [value]]))
  )
  const implied = list === "messages" || list === "conversation"
    ? Message_.impliedBy(values["status"] as Message["status"])
    : []
  const terms = [...new Set([...given, ...implied])]
  const sought = (folds[list] ?? Filters.folded)(search)
  return terms.length === 0 && sought === "" ? null : { terms: terms.toSorted(), search: sought }
}

/** One text for a query. */
export const text = (query: ListQuery): string => {
  const { ahead, before, behind, bound, broad, from, isCounted, limit, list, offset, scope } = query
  const narrowed = condition(query)
  const place = behind === undefined ? "" : `${behind.at}/${behind.key}`
  const others = [ahead, from, before, bound, broad, isCounted]
  const more = others.some((each) => each !== undefined) ? JSON.stringify(others.map((each) => each ?? null)) : ""
  return `${list}/${scope}?${place}+${offset}+${limit}${more}${narrowed === null ? "" : JSON.stringify(narrowed)}`
}
