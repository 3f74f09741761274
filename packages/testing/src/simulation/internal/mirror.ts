/**
 * A mirror holds what the store must hold by all that was seen: it is kept beside it from the commits alone, so that it
 * can be held against what the store says.
 */
import type { Delivery, Event } from "@signalbox/core/Delivery"
import { expandAll, Room } from "@signalbox/core/Fanout"
import type { Instant } from "@signalbox/core/Instant"
import { laneTerms, SubmissionWork } from "@signalbox/core/Jobs"
import * as Limit from "@signalbox/core/Limit"
import type { Message } from "@signalbox/core/Message"
import type { LaneTerms } from "@signalbox/core/Store"
import type { Webhook } from "@signalbox/core/Webhook"
import type { Due, Lane, Lease, WorkRef } from "@signalbox/core/Work"
import { laneKind, refText } from "@signalbox/core/Work"
import type { Process, Sighting } from "../Sighting.ts"

export interface Held {
  readonly token: number
  readonly by: Process
  readonly at: number
}

export interface WorkItem {
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

type Attempt = Message["attempts"][number]

/** An attempt that the commit which is looked at hands over, or takes back. */
export interface Moved {
  readonly message: Message
  readonly attempt: Attempt
}

/** A process by its node and which of the node's lives it is. */
export const nameOf = ({ life, node }: Process): string => `${node}/${life}`

/** The attempt that a hand-over is about, or null when the work is something else. */
export const handOverOf = (work: WorkRef): string | null =>
  work.kind === SubmissionWork.kind ? SubmissionWork.target({ work }).attempt : null

/** On which terms nodes take work from a lane. */
export const termsOf = (lane: Lane): LaneTerms | undefined =>
  (laneTerms as Readonly<Record<string, LaneTerms>>)[laneKind(lane)]

/** Returns which nodes hold items of a lane, and how many. */
export const holdersOf = (items: Iterable<WorkItem>, lane: Lane): ReadonlyMap<string, number> => {
  const holders = new Map<string, number>()
  for (const { due, held } of items) {
    if (due.lane === lane && held !== null) holders.set(held.by.node, (holders.get(held.by.node) ?? 0) + 1)
  }
  return holders
}

/** Returns whether some work of a message is tried no more. */
export const isGivenUp = ({ deadLetters }: Mirror, message: string): boolean =>
  [...deadLetters].some((text) => text.includes(`:${message}/`))

export class Mirror {
  readonly messages = new Map<string, Message>()
  /** Each message as it was before the commit that is looked at. */
  readonly before = new Map<string, Message | undefined>()
  readonly attempts = new Map<string, Message>()
  readonly webhooks = new Map<string, Webhook>()
  readonly deliveries = new Map<string, Posting>()
  readonly work = new Map<string, WorkItem>()
  readonly balances = new Map<string, number>()
  /** Until when each lane is closed. */
  readonly pauses = new Map<Lane, Instant>()
  /** The work that has become a dead letter. */
  readonly deadLetters = new Set<string>()
  /**
   * The attempts that the commit that is looked at hands over, and those that it takes back because the carrier was
   * busy.
   */
  handedOver: ReadonlyArray<Moved> = []
  handedBack: ReadonlyArray<Moved> = []
  /** The flaw of what was leased last; null when it has none. */
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
        for (const lease of sighting.leases) this.lease(lease, sighting.by, sighting.now)
        return
      case "Buried":
        for (const item of this.work.values()) if (item.held?.by.node === sighting.node) item.held = null
    }
  }

  /** The message that an attempt belongs to. */
  messageOf(attempt: string): Message | undefined {
    return this.attempts.get(attempt)
  }

  item(ref: WorkRef): WorkItem | undefined {
    return this.work.get(refText(ref))
  }

  private lease(lease: Lease, by: Process, now: Instant): void {
    const item = this.item(lease.work)
    this.wrongLease ??= this.wrong(lease, item, by, now)
    if (item !== undefined) item.held = { token: lease.token, by, at: this.now() }
  }

  /** Returns what is wrong with this lease, which is given to the process now. */
  private wrong({ lane, work }: Lease, item: WorkItem | undefined, by: Process, now: Instant): string | null {
    const name = refText(work)
    if (item === undefined) return `${name} is leased, and there is no such work`
    if (item.held !== null) return `${name} is leased, and ${item.held.by.node} holds it`
    if (item.due.at > now) return `${name} is leased before it is due`
    if ((this.pauses.get(lane) ?? 0) > now) return `${name} is leased, and ${lane} is paused`
    const { shared = false, width = 0 } = termsOf(lane) ?? {}
    const holders = holdersOf(this.work.values(), lane)
    if ((holders.get(by.node) ?? 0) >= width) return `${by.node} holds more than ${width} of ${lane}`
    const other = [...holders.keys()].find((node) => node !== by.node)
    return shared || other === undefined ? null : `${by.node} has work of ${lane}, which is with ${other}`
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
      else if (row.kind === "dead_letter") this.deadLetters.add(refText(row.value))
    }
    this.move()
    for (const { account, amount, once } of commit.debits) {
      if (once !== null) {
        if (this.once.has(`${account}/${once}`)) continue
        this.once.add(`${account}/${once}`)
      }
      this.balances.set(account, (this.balances.get(account) ?? 0) - amount)
    }
    for (const { work } of commit.releases) {
      const item = this.item(work)
      if (item !== undefined) item.held = null
    }
    for (const { work } of commit.completes) this.work.delete(refText(work))
    for (const work of commit.cancels) this.work.delete(refText(work))
    for (const due of commit.due) this.put(due)
    for (const { lane, until } of commit.pauses) {
      if (until === null) this.pauses.delete(lane)
      else this.pauses.set(lane, until)
    }
    const subscribers = ({ account, name }: Event) =>
      [...this.webhooks.values()].flatMap(({ account: owner, id, subscribes }) =>
        owner === account && subscribes.includes(name) ? [id] : []
      )
    for (const added of expandAll(commit.events, subscribers, new Room(Limit.fanout.pairs))) {
      for (const row of added.puts) if (row.kind === "delivery") this.deliver(row.value)
      for (const due of added.due) this.put(due)
    }
  }

  /** Finds out which attempts were handed over just now, and which were taken back. */
  private move(): void {
    const [handedOver, handedBack]: [Array<Moved>, Array<Moved>] = [[], []]
    for (const [id, before] of this.before) {
      const message = this.messages.get(id)!
      message.attempts.forEach((attempt, index) => {
        const [was, is] = [before?.attempts[index]?.handedOver?.times ?? 0, attempt.handedOver?.times ?? 0]
        if (is > was) handedOver.push({ message, attempt })
        else if (is < was) handedBack.push({ message, attempt })
      })
    }
    this.handedOver = handedOver
    this.handedBack = handedBack
  }

  private deliver(delivery: Delivery): void {
    const order = this.deliveries.get(delivery.id)?.order ?? ++this.order
    this.deliveries.set(delivery.id, { delivery, order })
  }
}
