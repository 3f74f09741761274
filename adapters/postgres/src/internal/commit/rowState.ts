/**
 * The rows of a batch while it is decided: as they were read, and as the commits so far have left them.
 */
import type { Commit, Expected } from "@signalbox/core/Commit"
import type { Event } from "@signalbox/core/Delivery"
import type { WebhookId } from "@signalbox/core/Id"
import type { Ref, UniqueKey } from "@signalbox/core/Kind"
import type { Row } from "@signalbox/core/Row"
import { RefTable } from "../rows/refTable.ts"
import type { Placed, Places } from "../rows/rows.ts"
import { countedIn, placed, uniques } from "../rows/rows.ts"
import type { Changes } from "./changes.ts"
import type { Reading, RowFound } from "./reading.ts"
import { UniqueState } from "./uniqueState.ts"

const nothing: readonly [] = []

/** The version of a row that this batch has put: no commit can expect it yet. */
const unborn = -1

/** The kinds of rows of which no list, unique key or subscription ever tells, and that are put whatever was there. */
const plain: ReadonlySet<string> = new Set<Row["kind"]>(["carrier_reference", "conversation_opening"])

interface State {
  readonly ref: Ref
  readonly before: RowFound | null
  /** True when it was read, so that `before` is known. */
  readonly isRead: boolean
  version: number
  row: Row | null
  /** The unique keys that it has, and those of its last state. */
  uniques: ReadonlyArray<string>
  next: ReadonlyArray<string> | null
  /** Its last state as it is written; null as long as nobody has asked. */
  placed: Placed | null
  isTouched: boolean
}

/** Returns whether a row stays in the lists that it was in. */
const isInPlace = (before: RowFound, now: Places): boolean =>
  before.list1 === now.list1 && before.scope1 === now.scope1 && before.list2 === now.list2 &&
  before.scope2 === now.scope2

/**
 * Returns whether a contact gets another number. It is deleted and inserted then, since an insert can lose a race in
 * silence.
 */
const isRenumbered = (before: RowFound, { kind, uniques }: Placed): boolean =>
  kind === "contact" && before.uniques?.[0] !== uniques?.[0]

interface Subscription {
  readonly account: string
  /** The webhook that the subscriber is a clone of. */
  readonly parent?: string | null
  readonly events: ReadonlyArray<string>
}

export class RowState {
  private readonly states = new RefTable<State>()
  private readonly uniques: UniqueState
  /** The rows whose unique keys the current commit may change. */
  private readonly rekeyed: Array<State> = []
  private readonly absent = new RefTable<Ref>()
  private readonly isOptimistic: boolean
  private readonly subscriptions: Map<string, Subscription>

  constructor(reading: Reading, batch: ReadonlyArray<Commit>) {
    const { isOptimistic = false, rested = [], subscriptions = [], written = [] } = reading
    this.isOptimistic = isOptimistic
    for (const found of rested) this.find(found)
    for (const found of written) this.find(found)
    this.uniques = new UniqueState(reading, batch)
    this.subscriptions = new Map(subscriptions.map((each) => [each.webhook, each]))
  }

  stands(expects: Expected): boolean {
    return "free" in expects
      ? this.uniques.isFree(expects.free)
      : (this.states.get(expects.ref)?.version ?? 0) === expects.version
  }

  conflict(commit: Commit): UniqueKey | null {
    return this.uniques.conflict(commit)
  }

  /** Notes what an applied commit expects. */
  rely(expects: Expected): void {
    if ("free" in expects) this.uniques.rely(expects.free)
    else if (expects.version === 0) this.absent.set(expects.ref, expects.ref)
  }

  put(row: Row): void {
    // Such a row is replaced unread, unless the commit expects it to be absent.
    const isReplaced = this.isOptimistic && plain.has(row.kind) && !this.absent.has(row)
    this.touch(row, !isReplaced, unborn, row)
    if (row.kind !== "webhook") return
    const { account, id, parent = null, subscribes } = row.value
    // Added at the end, so that fan-out visits webhooks in the order in which they were put.
    this.subscriptions.set(id, { account, parent, events: subscribes })
  }

  remove(ref: Ref): void {
    this.touch(ref, true, 0, null)
    if (ref.kind === "webhook") this.subscriptions.delete(ref.key)
  }

  /** Assigns the unique keys of a commit's rows as the commit leaves them; intermediate puts get none. */
  rekey(): void {
    for (const { ref, uniques } of this.rekeyed) this.uniques.release(ref, uniques)
    for (const state of this.rekeyed) {
      state.uniques = state.next ?? nothing
      this.uniques.take(state.ref, state.uniques)
    }
    this.rekeyed.length = 0
  }

  /** Puts a row of a fan-out, whose key was not known when the batch was read. */
  putFresh(row: Row): void {
    this.touch(row, row.kind === "event", unborn, row)
  }

  /** Returns whether anybody subscribes to an event that the batch may have. */
  get hasSubscriptions(): boolean {
    return this.subscriptions.size > 0
  }

  subscribers({ account, name }: Event): ReadonlyArray<WebhookId> {
    const found: Array<WebhookId> = []
    for (const [webhook, subscription] of this.subscriptions) {
      if (subscription.account === account && subscription.events.includes(name)) found.push(webhook as WebhookId)
    }
    return found
  }

  parentOf(webhook: WebhookId): WebhookId | undefined {
    return (this.subscriptions.get(webhook)?.parent ?? undefined) as WebhookId | undefined
  }

  changes(): Pick<
    Changes,
    "inserts" | "updates" | "upserts" | "deletes" | "absent" | "totals" | keyof ReturnType<UniqueState["changes"]>
  > {
    const inserts: Array<Placed> = []
    const updates: Array<Placed> = []
    const upserts: Array<Placed> = []
    const deletes: Array<Ref> = []
    this.states.forEach((state) => {
      const { before, isRead, isTouched, ref, row } = state
      if (!isTouched) return
      if (row === null) {
        if (before !== null) deletes.push(ref)
        return
      }
      state.placed = placed(row, state.next, before?.keeps)
      if (before !== null && !isRenumbered(before, state.placed)) {
        state.placed.was = before.version
        updates.push(state.placed)
      } else if (before !== null) {
        deletes.push(ref)
        inserts.push(state.placed)
      } else (isRead || this.isFirst(row) ? inserts : upserts).push(state.placed)
    })
    const absent = this.absent.values().filter((ref) => {
      const state = this.states.get(ref)
      return state === undefined || (state.before === null && state.row === null)
    })
    return { inserts, updates, upserts, deletes, absent, totals: this.totals(), ...this.uniques.changes() }
  }

  private find(found: RowFound): void {
    this.begin({
      ref: found,
      before: found,
      isRead: true,
      version: found.version,
      row: null,
      uniques: found.uniques ?? nothing,
      next: null,
      placed: null,
      isTouched: false
    })
  }

  private begin(state: State): State {
    this.states.set(state.ref, state)
    return state
  }

  private touch(ref: Ref, isRead: boolean, version: number, row: Row | null): void {
    const state = this.states.get(ref) ?? this.begin({
      ref: { kind: ref.kind, key: ref.key },
      before: null,
      isRead,
      version: 0,
      row: null,
      uniques: nothing,
      next: null,
      placed: null,
      isTouched: false
    })
    state.next = row === null ? null : uniques(row)
    if (state.uniques !== nothing || state.next !== null) this.rekeyed.push(state)
    state.version = version
    state.row = row
    state.isTouched = true
  }

  /** Returns whether the row is a delivery of an event that this batch adds, so that nobody has added it before. */
  private isFirst(row: Row): boolean {
    const event = row.kind === "delivery"
      ? this.states.get({ kind: "event", key: row.value.event })
      : undefined
    return event !== undefined && event.isTouched && event.before === null && event.row !== null
  }

  /** Returns whether the delivery's event existed before: then so did the delivery, although it was not read. */
  private isAgain(row: Row): boolean {
    if (row.kind !== "delivery" || this.states.get(row)!.isRead) return false
    return (this.states.get({ kind: "event", key: row.value.event })?.before ?? null) !== null
  }

  private totals(): Changes["totals"] {
    const found = new Map<string, { readonly list: string; readonly scope: string; by: number }>()
    const add = (places: Parameters<typeof countedIn>[0], by: number): void => {
      for (const [list, scope] of countedIn(places)) {
        const text = `${list}/${scope}`
        const total = found.get(text) ?? { list, scope, by: 0 }
        found.set(text, total)
        total.by += by
      }
    }
    this.states.forEach(({ before, isTouched, placed }) => {
      if (!isTouched || (before !== null && placed !== null && isInPlace(before, placed.places))) return
      if (before !== null) add(before, -1)
      if (placed !== null && !this.isAgain(placed.row)) add(placed.places, 1)
    })
    return [...found.values()].filter(({ by }) => by !== 0)
  }
}
