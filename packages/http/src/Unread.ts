/**
 * The bytes of answers that were written and that nobody has read yet, by whose they are: the account, or the address of
 * whoever has no key. Whoever lets too many wait is answered no more until he reads (decisions 9.4 "unread answers"), so
 * that nobody takes the memory of all. A mount that writes to sockets measures there. Where the runtime pulls what it
 * hands on, as behind a fetch function, only the runtime knows.
 */
import * as Limit from "@signalbox/core/Limit"
import * as Context from "effect/Context"
import * as ClientAddress from "./ClientAddress.ts"

export interface Bounds {
  /** The number of bytes that one account, or one address without a key, may let wait. */
  readonly each: number
  /** The number of bytes that may wait in all in this process. */
  readonly all: number
  /**
   * The time for which a connection may take nothing while bytes wait for it, in elapsed milliseconds. Then it is cut.
   */
  readonly patienceMillis: number
}

/** An embedder that wants others provides them around the mount. */
export const Bounds = Context.Reference<Bounds>("@signalbox/http/Unread/Bounds", {
  defaultValue: () => ({
    each: Limit.unreadBytes.each,
    all: Limit.unreadBytes.all,
    patienceMillis: Limit.unreadPatience
  })
})

/** Counts the bytes that wait in one process. */
export class Unread {
  readonly bounds: Bounds
  private readonly held = new Map<string, number>()
  private all = 0

  constructor(bounds: Bounds) {
    this.bounds = bounds
  }

  /** Counts bytes that begin to wait, or less than none for those that wait no more. */
  add(holder: string, bytes: number): void {
    const left = this.waiting(holder) + bytes
    this.all += bytes
    if (left > 0) this.held.set(holder, left)
    else this.held.delete(holder)
  }

  /** Returns how many bytes of a holder wait, or of all of them. */
  waiting(holder?: string): number {
    return holder === undefined ? this.all : this.held.get(holder) ?? 0
  }

  /** Returns whether too many wait in all and this one holds more than an equal share, as whoever holds most does. */
  isFull(holder: string): boolean {
    if (this.all === 0) return false
    const own = this.waiting(holder)
    return own >= this.bounds.each || (this.all >= this.bounds.all && own * this.held.size >= this.all)
  }
}

/** An outlet knows whose an answer is, as far as that is known: the steps of a request tell the mount so. */
export class Outlet {
  readonly unread: Unread
  /** The client's address. */
  ip: string | null = null
  /** The pool of whoever has shown a key; null as long as nobody has. */
  pool: string | null = null

  constructor(unread: Unread) {
    this.unread = unread
  }

  get holder(): string {
    return this.pool ?? `address:${ClientAddress.network(this.ip ?? "unknown")}`
  }

  get isFull(): boolean {
    return this.unread.waiting() > 0 && this.unread.isFull(this.holder)
  }
}
