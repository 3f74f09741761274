/**
 * What the store must hold by all that was seen: kept beside it from the commits alone, so that it can be held against
 * what the store says.
 */
import type { Delivery, Event } from "@signalbox/core/Delivery"
import { expandAll } from "@signalbox/core/Fanout"
import * as Limit from "@signalbox/core/Limit"
import type { Message } from "@signalbox/core/Message"
import type { Webhook } from "@signalbox/core/Webhook"
import type { Due, Lease, WorkRef } from "@signalbox/core/Work"
import { refText } from "@signalbox/core/Work"
import type { Process, Sighting } from "../Sighting.ts"

export interface Held {
  readonly token: number
  readonly by: Process
  readonly at: number
}

export interface Piece {
  readonly due: Due
  /** In the order of its coming. */
  readonly order: number
  readonly since: number
  held: Held | null
}

export interface Posting {
  readonly delivery: Delivery
  readonly order: number
}

/** The attempt that work on one names: its key is message/attempt. */
export const target = (key: string): string => key.split("/")[1] ?? ""

export class Mirror {
  readonly messages = new Map<string, Message>()
  /** Each message as it was before the commit that is looked at. */
  readonly before = new Map<string, Message | undefined>()
  readonly attempts = new Map<string, Message>()
  readonly webhooks = new Map<string, Webhook>()
  readonly deliveries = new Map<string, Posting>()
  readonly work = new Map<string, Piece>()
  readonly balances = new Map<string, number>()
  /** What is wrong with what was leased last. */
  wrongLease: string | null = null
  private readonly once = new Set<string>()
  private order = 0
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  see(sighting: Sighting): void {
    switch (sighting._tag) {
      case "Committed":
        return this.commit(sighting)
      case "Claimed":
        this.wrongLease = null
        for (const lease of sighting.leases) this.lease(lease, sighting.by)
        return
      case "Buried":
        for (const piece of this.work.values()) if (piece.held?.by.node === sighting.node) piece.held = null
    }
  }

  /** The message that an attempt belongs to. */
  messageOf(attempt: string): Message | undefined {
    return this.attempts.get(attempt)
  }

  piece(ref: WorkRef): Piece | undefined {
    return this.work.get(refText(ref))
  }

  private lease(lease: Lease, by: Process): void {
    const piece = this.piece(lease.work)
    const name = refText(lease.work)
    if (piece === undefined) this.wrongLease = `${name} is leased, and there is no such work`
    else if (piece.held !== null) this.wrongLease = `${name} is leased, and ${piece.held.by.node} holds it`
    if (piece !== undefined) piece.held = { token: lease.token, by, at: this.now() }
  }

  private put(due: Due): void {
    this.work.set(refText(due.work), { due, order: ++this.order, since: this.now(), held: null })
  }

  private commit({ commit }: Extract<Sighting, { readonly _tag: "Committed" }>): void {
    this.before.clear()
    for (const row of commit.puts) {
      if (row.kind === "message") {
        if (!this.before.has(row.key)) this.before.set(row.key, this.messages.get(row.key))
        this.messages.set(row.key, row.value)
        for (const { id } of row.value.attempts) this.attempts.set(id, row.value)
      } else if (row.kind === "webhook") this.webhooks.set(row.key, row.value)
      else if (row.kind === "delivery") this.deliver(row.value)
    }
    for (const { account, amount, once } of commit.debits) {
      if (this.once.has(`${account}/${once}`)) continue
      this.once.add(`${account}/${once}`)
      this.balances.set(account, (this.balances.get(account) ?? 0) - amount)
    }
    for (const { work } of commit.completes) this.work.delete(refText(work))
    for (const work of commit.cancels) this.work.delete(refText(work))
    for (const due of commit.due) this.put(due)
    const subscribers = ({ account, name }: Event) =>
      [...this.webhooks.values()].flatMap(({ account: owner, id, subscribes }) =>
        owner === account && subscribes.includes(name) ? [id] : []
      )
    for (const added of expandAll(commit.events, subscribers, Limit.fanout.pairs)) {
      for (const row of added.puts) if (row.kind === "delivery") this.deliver(row.value)
      for (const due of added.due) this.put(due)
    }
  }

  private deliver(delivery: Delivery): void {
    const order = this.deliveries.get(delivery.id)?.order ?? ++this.order
    this.deliveries.set(delivery.id, { delivery, order })
  }
}
