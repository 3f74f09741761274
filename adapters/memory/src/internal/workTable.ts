/**
 * Work by lane, and its leases.
 *
 * A lane with free work is either in `waiting`, until its first item falls due, or in the ring from which claims are
 * served; a served lane goes to the end of the ring. So no call looks at work that is not due, and every lane gets its
 * turn before any gets a second one.
 */
import type { Fence, Pause } from "@signalbox/core/Commit"
import type { NodeId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import * as Instant_ from "@signalbox/core/Instant"
import type { LaneBacklog, LaneQuery } from "@signalbox/core/LaneBacklog"
import type { ClaimRequest, LaneTerms } from "@signalbox/core/Store"
import type { Due, Holder, Lane, Lease, LeaseToken, WorkRef } from "@signalbox/core/Work"
import { laneKind, refText } from "@signalbox/core/Work"
import { Heap } from "./heap.ts"

/** At how many pauses a claim looks. */
const sweepSize = 4

interface WorkItem {
  readonly due: Due
  /** Orders work that falls due at the same instant. */
  readonly sequence: number
  lease: {
    readonly node: NodeId
    readonly token: LeaseToken
    /** True when the node has held it from its beginning on. */
    readonly isFirst: boolean
  } | null
}

interface LaneState {
  readonly name: Lane
  readonly kind: string
  /** The items that no node holds. */
  readonly free: Heap<WorkItem>
  /** The number of items that each node holds, of nodes that hold some. */
  readonly holders: Map<NodeId, number>
  pausedUntil: Instant | null
}

/** Returns when the first free item of a lane can be claimed. */
const opensAt = ({ free, pausedUntil }: LaneState): Instant => {
  const { at } = free.first!.due
  return pausedUntil !== null && pausedUntil > at ? pausedUntil : at
}

const leaseOf = ({ at, failures = 0, lane, work }: Due, token: LeaseToken): Lease => ({
  work,
  lane,
  at,
  token,
  failures
})

const isLeft = ({ name }: LaneState, leaves: ReadonlyArray<string>): boolean =>
  leaves.some((beginning) => name.startsWith(beginning))

const isEarlier = (a: WorkItem, b: WorkItem): boolean =>
  a.due.at < b.due.at || (a.due.at === b.due.at && a.sequence < b.sequence)

/** Returns whether no other node holds anything of the lane. */
const isFreeOfOthers = ({ holders }: Pick<LaneState, "holders">, node: NodeId): boolean =>
  holders.size === (holders.has(node) ? 1 : 0)

const byFirst = (a: LaneState, b: LaneState): boolean => opensAt(a) < opensAt(b)

export class WorkTable {
  private readonly items = new Map<string, WorkItem>()
  private readonly lanes = new Map<Lane, LaneState>()
  private readonly held = new Map<NodeId, Set<WorkItem>>()
  /** The nodes that have claimed, and were not declared dead since. */
  private readonly living = new Set<NodeId>()
  private readonly waiting = new Heap<LaneState>(byFirst)
  private readonly ring = new Set<LaneState>()
  /** The lanes of the ring again, ordered for `nextDue`. */
  private readonly ringByFirst = new Heap<LaneState>(byFirst)
  /** Until when each paused lane is closed. */
  private readonly pauses = new Map<Lane, Instant>()
  private sequence = 0
  private token = 0

  /** Returns the lease of the node that holds it from now on, if one does. */
  put(due: Due, now: Instant): Lease | null {
    const name = refText(due.work)
    this.removeNamed(name)
    const item: WorkItem = { due, sequence: ++this.sequence, lease: null }
    this.items.set(name, item)
    const lane = this.laneOf(due.lane)
    const { holder } = due
    if (holder !== undefined && this.isNext(item, lane, holder, now)) return this.hold(item, lane, holder.node, true)
    this.free(item)
    return null
  }

  /**
   * Returns whether a claim of the node would bring this item first of its lane, which has room for it as the node
   * says.
   */
  private isNext(item: WorkItem, lane: LaneState, { isAlone = false, node, offset }: Holder, by: Instant): boolean {
    const { free, pausedUntil } = lane
    const now = Instant_.plus(by, offset)
    return this.living.has(node) && item.due.at <= now && (pausedUntil === null || pausedUntil <= now) &&
      (free.first === undefined || isEarlier(item, free.first)) && (!isAlone || isFreeOfOthers(lane, node))
  }

  remove(work: WorkRef): void {
    this.removeNamed(refText(work))
  }

  private removeNamed(name: string): void {
    const item = this.items.get(name)
    if (item === undefined) return
    this.items.delete(name)
    const lane = this.lanes.get(item.due.lane)!
    if (item.lease === null) lane.free.remove(item)
    else this.release(item, lane)
    this.placed(lane)
  }

  isHeld({ token, work }: Fence): boolean {
    return this.items.get(refText(work))?.lease?.token === token
  }

  /** Frees leased work, which keeps its place in line. */
  letGo(work: WorkRef): void {
    const item = this.items.get(refText(work))
    if (item === undefined || item.lease === null) return
    this.release(item, this.lanes.get(item.due.lane)!)
    this.free(item)
  }

  pause({ lane: name, until }: Pause): void {
    if (until === null) this.pauses.delete(name)
    else this.pauses.set(name, until)
    const lane = this.lanes.get(name)
    if (lane === undefined) return
    lane.pausedUntil = until
    if (lane.free.size > 0) this.wait(lane)
  }

  claim({ doubts = [], lanes, leaves = [], limit, node }: ClaimRequest, now: Instant): ReadonlyArray<Lease> {
    const leases: Array<Lease> = []
    this.living.add(node)
    this.endPauses(now)
    this.ripen(now)
    // Iterating a set also visits what is added meanwhile, so served lanes come round again.
    for (const lane of this.ring) {
      if (leases.length >= limit) break
      const terms = lanes[lane.kind]
      if (opensAt(lane) > now) this.wait(lane)
      else if (terms !== undefined && !isLeft(lane, leaves) && this.isOpen(lane, node, terms)) {
        leases.push(this.lease(lane.free.first!, lane, node))
      }
    }
    return [...doubts.flatMap((work) => this.heldFirst(work, node)), ...leases]
  }

  private heldFirst(work: WorkRef, node: NodeId): ReadonlyArray<Lease> {
    const item = this.items.get(refText(work))
    return item?.lease?.node === node && item.lease.isFirst ? [leaseOf(item.due, item.lease.token)] : []
  }

  private isOpen({ holders }: LaneState, node: NodeId, { shared, width }: LaneTerms): boolean {
    return (holders.get(node) ?? 0) < width && (shared || isFreeOfOthers({ holders }, node))
  }

  /** Frees all work that the node holds, and voids its leases. */
  forget(node: NodeId): void {
    this.living.delete(node)
    const items = [...this.held.get(node) ?? []]
    for (const item of items) {
      this.release(item, this.lanes.get(item.due.lane)!)
      this.free(item)
    }
  }

  nextDue(now: Instant): Instant | null {
    this.ripen(now)
    const firsts = [this.waiting.first, this.ringByFirst.first].flatMap((lane) =>
      lane === undefined ? [] : [opensAt(lane)]
    )
    return firsts.reduce<Instant | null>((first, at) => first === null || at < first ? at : first, null)
  }

  backlogs({ after, depth, kind, limit }: LaneQuery, now: Instant): ReadonlyArray<LaneBacklog> {
    return [...this.lanes.values()]
      .filter((lane) => lane.kind === kind && lane.free.size > 0 && (after === null || lane.name > after))
      .toSorted((a, b) => a.name < b.name ? -1 : 1)
      .slice(0, Math.max(0, limit))
      .map(({ free, holders, name, pausedUntil }) => ({
        lane: name,
        firstAt: free.first!.due.at,
        waiting: Math.min(depth, free.size),
        held: Math.min(depth, [...holders.values()].reduce((sum, count) => sum + count, 0)),
        pausedUntil: pausedUntil !== null && pausedUntil > now ? pausedUntil : null
      }))
  }

  /** Returns all work of a lane in its order, held or not. */
  workOf(lane: Lane): ReadonlyArray<Due> {
    return [...this.items.values()].filter(({ due }) => due.lane === lane)
      .toSorted((one, other) => isEarlier(one, other) ? -1 : 1)
      .map(({ due: { at, failures, lane, work } }) => ({
        work,
        lane,
        at,
        ...failures === undefined ? {} : { failures }
      }))
  }

  /** Returns how many items of a lane nodes hold. */
  heldOf(lane: Lane): number {
    return [...this.lanes.get(lane)?.holders.values() ?? []].reduce((sum, count) => sum + count, 0)
  }

  /** Returns the lanes of a kind that have work or are paused, in the order of their names. */
  names(kind: string): ReadonlyArray<Lane> {
    const known = new Set([...this.lanes.keys(), ...this.pauses.keys()])
    return [...known].filter((lane) => laneKind(lane) === kind).toSorted()
  }

  /** Forgets the pauses of lanes without work when they are over: it looks at a few of them each time, in turn. */
  private endPauses(now: Instant): void {
    let left = sweepSize
    for (const [name, until] of this.pauses) {
      if (left-- === 0) return
      this.pauses.delete(name)
      const lane = this.lanes.get(name)
      if (until > now || (lane !== undefined && lane.free.size > 0)) this.pauses.set(name, until)
      else if (lane !== undefined) lane.pausedUntil = null
    }
  }

  private open(lane: LaneState): void {
    lane.pausedUntil = null
    this.pauses.delete(lane.name)
  }

  private ripen(now: Instant): void {
    for (let lane = this.waiting.first; lane !== undefined; lane = this.waiting.first) {
      if (opensAt(lane) > now) return
      this.waiting.remove(lane)
      if (lane.pausedUntil !== null && lane.pausedUntil <= now) this.open(lane)
      this.ring.add(lane)
      this.ringByFirst.add(lane)
    }
  }

  private wait(lane: LaneState): void {
    this.ring.delete(lane)
    this.ringByFirst.remove(lane)
    if (this.waiting.has(lane)) this.waiting.moved(lane)
    else this.waiting.add(lane)
  }

  private lease(item: WorkItem, lane: LaneState, node: NodeId): Lease {
    const lease = this.hold(item, lane, node, false)
    lane.free.remove(item)
    this.ring.delete(lane)
    this.ring.add(lane)
    this.placed(lane)
    return lease
  }

  private hold(item: WorkItem, { holders }: LaneState, node: NodeId, isFirst: boolean): Lease {
    const token = ++this.token as LeaseToken
    item.lease = { node, token, isFirst }
    holders.set(node, (holders.get(node) ?? 0) + 1)
    const mine = this.held.get(node)
    if (mine === undefined) this.held.set(node, new Set([item]))
    else mine.add(item)
    return leaseOf(item.due, token)
  }

  private release(item: WorkItem, lane: LaneState): void {
    const { node } = item.lease!
    const mine = this.held.get(node)!
    mine.delete(item)
    if (mine.size === 0) this.held.delete(node)
    item.lease = null
    const left = lane.holders.get(node)! - 1
    if (left === 0) lane.holders.delete(node)
    else lane.holders.set(node, left)
  }

  private laneOf(name: Lane): LaneState {
    const found = this.lanes.get(name)
    if (found !== undefined) return found
    const lane: LaneState = {
      name,
      kind: laneKind(name),
      free: new Heap(isEarlier),
      holders: new Map(),
      pausedUntil: this.pauses.get(name) ?? null
    }
    this.lanes.set(name, lane)
    return lane
  }

  private free(item: WorkItem): void {
    const lane = this.laneOf(item.due.lane)
    lane.free.add(item)
    this.placed(lane)
  }

  /** Moves a lane to its right place after its free work has changed. */
  private placed(lane: LaneState): void {
    const heap = this.ring.has(lane) ? this.ringByFirst : this.waiting
    if (lane.free.size > 0) {
      if (heap.has(lane)) heap.moved(lane)
      else heap.add(lane)
      return
    }
    this.ring.delete(lane)
    heap.remove(lane)
    if (lane.holders.size === 0) this.lanes.delete(lane.name)
  }
}
