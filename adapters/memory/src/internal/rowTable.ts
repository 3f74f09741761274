/**
 * Rows by kind and key, each with its version, and what is derived from them: unique keys, lists and subscriptions.
 */
import type { Commit, Expected } from "@signalbox/core/Commit"
import type { Event } from "@signalbox/core/Delivery"
import type { Known, Page } from "@signalbox/core/Facts"
import type { Filters } from "@signalbox/core/Filters"
import { matches } from "@signalbox/core/Filters"
import type { AccountId, WebhookId } from "@signalbox/core/Id"
import type { JsonObject } from "@signalbox/core/Json"
import type { Listing, Ref, UniqueKey } from "@signalbox/core/Kind"
import type { ListPosition, ListQuery } from "@signalbox/core/ListQuery"
import { condition, partOf } from "@signalbox/core/ListQuery"
import type { KeyQuery, Keys } from "@signalbox/core/Relocation"
import type { Row } from "@signalbox/core/Row"
import { encode, filters, keepsParts, keepsPlaces, listings, parts } from "@signalbox/core/Row"
import type { Trace, TraceQuery } from "@signalbox/core/Traces"
import type { Webhook } from "@signalbox/core/Webhook"
import { page } from "./listPage.ts"
import { SortedList } from "./sortedList.ts"
import { UniqueIndex } from "./uniqueIndex.ts"

const empty = new SortedList<Place>()

const absent: Known = { version: 0, row: null }

/** Returns the filters of the row of an entry, which has one. */
const filtersOf = (entry: Entry): Filters | null =>
  entry.filters === undefined ? entry.filters = filters(entry.known.row!) : entry.filters

/** All that is kept for one key. Its places in lists lead to it, so that a look through a list looks nothing up. */
interface Entry {
  known: Known
  /** The filters of the row, once they were asked for. */
  filters: Filters | null | undefined
  /** Its place in the list that it came to last: nearly all its lists have it at one instant. */
  place: Place | null
}

/** A place in a list, and what stands there. */
interface Place extends ListPosition {
  readonly entry: Entry
}

/** Lists share the place of a row. */
const placeOf = (entry: Entry, key: string, at: Listing["at"]): Place =>
  entry.place?.at === at ? entry.place : entry.place = { at, key, entry }

const nowhere: readonly [] = []

/** A list and its parts, by their terms. */
type Parts = Map<string, SortedList<Place>>

/** Stands for the whole list in the place of a term, none of which is empty. */
const whole = ""

/** The list, or the part of a list, that a place is in. */
interface Named extends Pick<Listing, "list" | "scope"> {
  readonly term?: string
}

/** Returns whether a row has this very place already. */
const isAt = (places: ReadonlyArray<Listing & Named>, place: Listing & Named): boolean => {
  const { at, list, scope, term } = place
  for (let index = 0; index < places.length; index++) {
    const one = places[index]!
    if (one.at === at && one.scope === scope && one.list === list && one.term === term) return true
  }
  return false
}

export class RowTable {
  /** The rows by kind and key. A deleted row leaves its version behind, so that no version of a key is used twice. */
  private readonly rows = new Map<string, Map<string, Entry>>()
  /** The lists by scope and name, whole and in their parts, so that no text is made of a name and a term. */
  private readonly lists = new Map<string, Map<string, Parts>>()
  private readonly uniques = new UniqueIndex()
  private readonly webhooks = new Map<AccountId, Map<WebhookId, Webhook>>()

  known({ key, kind }: Ref): Known {
    const found = this.rows.get(kind)?.get(key)
    return found === undefined || found.known.row === null ? absent : found.known
  }

  owner(key: UniqueKey): Ref | null {
    return this.uniques.owner(key)
  }

  stands(expects: Expected): boolean {
    return "free" in expects ? this.owner(expects.free) === null : this.known(expects.ref).version === expects.version
  }

  conflict(commit: Commit): UniqueKey | null {
    return this.uniques.conflict(commit)
  }

  put(row: Row): void {
    const entry = this.entry(row)
    const { row: before, version } = entry.known
    entry.known = { version: version + 1, row }
    entry.filters = undefined
    // Most updates change nothing that is derived from a row.
    const isKept = before !== null && keepsPlaces(before, row)
    if (isKept && keepsParts(before, row)) return
    this.derive(before, row, entry, isKept)
  }

  remove({ key, kind }: Ref): void {
    const entry = this.rows.get(kind)?.get(key)
    if (entry === undefined || entry.known.row === null) return
    const { row, version } = entry.known
    entry.known = { version, row: null }
    entry.filters = undefined
    this.derive(row, null, entry, false)
  }

  /** Looks for a text in the keys and the stored JSON of rows of a kind. */
  trace({ after, found: most, kind, looked, text }: TraceQuery): Trace {
    const keys = [...this.rows.get(kind)?.entries() ?? []].flatMap(([key, { known }]) =>
      known.row === null ? [] : [key]
    )
    const behind = keys.filter((key) => key > after).toSorted((one, other) => one < other ? -1 : 1)
    const page = behind.slice(0, looked)
    const found: Array<string> = []
    for (const key of page) {
      const { row } = this.known({ kind, key })
      if (row === null || !key.includes(text) && !JSON.stringify(encode(row)).includes(text)) continue
      found.push(key)
      if (found.length === most) return { keys: found, next: key }
    }
    return { keys: found, next: behind.length > looked ? page.at(-1)! : null }
  }

  /** Finds the keys of rows of a kind in their order, by what they begin with or by a field of the stored JSON. */
  keys({ after, by, found: most, kind, looked }: KeyQuery): Keys {
    const begin = "prefix" in by ? by.prefix : ""
    const behind = [...this.rows.get(kind)?.entries() ?? []].flatMap(([key, { known }]) =>
      known.row !== null && key > after && key.startsWith(begin) ? [{ key, row: known.row }] : []
    ).toSorted((one, other) => one.key < other.key ? -1 : 1)
    const found: Array<string> = []
    for (const { key, row } of behind.slice(0, looked)) {
      if (!("prefix" in by) && !by.values.includes(String((encode(row) as JsonObject)[by.field]))) continue
      found.push(key)
      if (found.length === most) return { keys: found, next: key }
    }
    return { keys: found, next: behind.length > looked ? behind[looked - 1]!.key : null }
  }

  page(query: ListQuery): Page {
    const narrowed = condition(query)
    const part = partOf(query, narrowed)?.term
    const list = this.find({ ...query, ...(part === undefined ? {} : { term: part }) }) ?? empty
    // Every row of a part has its term.
    const wanted = narrowed === null
      ? narrowed
      : { ...narrowed, terms: narrowed.terms.filter((term) => term !== part) }
    const meets = wanted === null || (wanted.terms.length === 0 && wanted.search === "")
      ? null
      : ({ entry }: Place) => matches(filtersOf(entry), wanted)
    const { next, places, total } = page(list, query, meets)
    const rows = places.map(({ entry }) => entry.known.row!)
    return next === undefined ? { rows, total } : { rows, total, next }
  }

  /** Returns the webhooks that subscribe to this event, as their rows are now. */
  subscribers({ account, name }: Event): ReadonlyArray<WebhookId> {
    const found: Array<WebhookId> = []
    for (const webhook of this.webhooks.get(account)?.values() ?? []) {
      if (webhook.subscribes.includes(name)) found.push(webhook.id)
    }
    return found
  }

  /** Returns whether an account has a webhook, whatever it subscribes to. */
  hasWebhooks(account: AccountId): boolean {
    return (this.webhooks.get(account)?.size ?? 0) > 0
  }

  /** Returns the webhook that this one is a clone of. */
  parentOf(webhook: WebhookId): WebhookId | undefined {
    const { row } = this.known({ kind: "webhook", key: webhook })
    return row?.kind === "webhook" ? row.value.parent : undefined
  }

  private entry({ key, kind }: Ref): Entry {
    const keys = this.rows.get(kind)
    const found = keys?.get(key)
    if (found !== undefined) return found
    const made: Entry = { known: absent, filters: undefined, place: null }
    if (keys === undefined) this.rows.set(kind, new Map([[key, made]]))
    else keys.set(key, made)
    return made
  }

  /** @param isKept whether the row has its unique keys and its places as before, but for the parts that rows leave */
  private derive(before: Row | null, after: Row | null, entry: Entry, isKept: boolean): void {
    if (before?.kind === "webhook") this.webhooks.get(before.value.account)?.delete(before.value.id)
    if (after?.kind === "webhook") {
      const { value } = after
      const siblings = this.webhooks.get(value.account) ?? new Map<WebhookId, Webhook>()
      this.webhooks.set(value.account, siblings.set(value.id, value))
    }
    if (!isKept) {
      this.uniques.replace(before, after)
      const [were, are] = [before === null ? nowhere : listings(before), after === null ? nowhere : listings(after)]
      this.move(before, were, after, are, entry)
    }
    this.move(before, before === null ? nowhere : parts(before), after, after === null ? nowhere : parts(after), entry)
  }

  private move(
    before: Row | null,
    were: ReadonlyArray<Listing & Named>,
    after: Row | null,
    are: ReadonlyArray<Listing & Named>,
    entry: Entry
  ): void {
    for (const place of were) if (!isAt(are, place)) this.find(place)!.remove({ at: place.at, key: before!.key })
    for (const place of are) if (!isAt(were, place)) this.list(place).add(placeOf(entry, after!.key, place.at))
  }

  private find({ list, scope, term = whole }: Named): SortedList<Place> | undefined {
    return this.lists.get(scope)?.get(list)?.get(term)
  }

  private list(named: Named): SortedList<Place> {
    const found = this.find(named)
    if (found !== undefined) return found
    const { list, scope, term = whole } = named
    const made = new SortedList<Place>()
    const lists = this.lists.get(scope) ?? new Map<string, Parts>()
    const parts: Parts = lists.get(list) ?? new Map()
    this.lists.set(scope, lists.set(list, parts.set(term, made)))
    return made
  }
}
