/**
 * A cache of the subscriptions of accounts: an optimistic commit assumes the deliveries of an event from it, and then
 * checks them.
 */
import type { Commit } from "@signalbox/core/Commit"

export interface Subscription {
  readonly webhook: string
  readonly account: string
  /** The webhook that this one is a clone of; that never changes. */
  readonly parent?: string | null
  readonly events: ReadonlyArray<string>
}

/** The largest number of accounts that are cached. */
const most = 10_000

const accounts = (batch: ReadonlyArray<Commit>): ReadonlySet<string> =>
  new Set(batch.flatMap(({ events }) => events.map(({ account }) => account)))

export class Subscribers {
  private readonly known = new Map<string, ReadonlyArray<Subscription>>()

  /** The subscriptions of all accounts that a batch has events of. Most accounts have none, so unknown ones do not. */
  of(batch: ReadonlyArray<Commit>): ReadonlyArray<Subscription> {
    return [...accounts(batch)].flatMap((account) => this.known.get(account) ?? [])
  }

  learn(batch: ReadonlyArray<Commit>, read: ReadonlyArray<Subscription>): void {
    if (this.known.size > most) this.known.clear()
    for (const account of accounts(batch)) {
      this.known.set(account, read.filter((subscription) => subscription.account === account))
    }
  }
}
