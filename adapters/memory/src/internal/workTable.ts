/**
 * Work by lane, and its leases.
 *
 * A lane with free work is either in `waiting`, until its first piece falls due, or in the ring from which claims are
 * served; a served lane goes to the end of the ring. So no call looks at work that is not due, and every lane gets its
 * turn before any gets a second one.
 */
import type { Completed } from "@signalbox/core/Commit"
import type { NodeId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import type { ClaimRequest } from "@signalbox/core/Store"
import type { Due, Lane, Lease, LeaseToken, WorkRef } from "@signalbox/core/Work"
import { laneKind, refText } from "@signalbox/core/Work"
import { Heap } from "./heap.ts"

interface Piece {
  readonly due: Due
  /** Orders work that falls due at the same instant. */
  readonly sequence: number
  lease: { readonly node: NodeId; readonly token: LeaseToken } | null
}

interface LaneState {
  readonly name: Lane
  readonly kind: string
  /** The pieces that no node holds. */
  readonly free: Heap<Piece>
  held: number
  holder: NodeId | null
}

const isEarlier = (a: Piece, b: Piece): boolean =>
  a.due.at < b.due.at || (a.due.at === b.due.at && a.sequence < b.sequence)

const byFirst = (a: LaneState, b: LaneState): boolean => a.free.first!.due.at < b.free.first!.due.at

export class WorkTable {
  private readonly pieces = new Map<string, Piece>()
  private readonly lanes = new Map<Lane, LaneState>()
  private readonly held = new Map<NodeId, Set<Piece>>()
  private readonly waiting = new Heap<LaneState>(byFirst)
  private readonly ring = new Set<LaneState>()
  /** The lanes of the ring again, ordered for `nextDue`. */
  private readonly ringByFirst = new Heap<LaneState>(byFirst)
  private sequence = 0
  private token = 0

  put(due: Due): void {
    this.remove(due.work)
    const piece: Piece = { due, sequence: ++this.sequence, lease: null }
    this.pieces.set(refText(due.work), piece)
    this.free(piece)
  }

  remove(work: WorkRef): void {
    const piece = this.pieces.get(refText(work))
    if (piece === undefined) return
    this.pieces.delete(refText(work))
    const lane = this.lanes.get(piece.due.lane)!
    if (piece.lease === null) lane.free.remove(piece)
    else this.release(piece, lane)
    this.placed(lane)
  }

  isHeld({ token, work }: Completed): boolean {
    return this.pieces.get(refText(work))?.lease?.token === token
  }

  claim({ limit, node, now, width }: ClaimRequest): ReadonlyArray<Lease> {
    const leases: Array<Lease> = []
    this.ripen(now)
    // Iterating a set also visits what is added meanwhile, so served lanes come round again.
    for (const lane of this.ring) {
      if (leases.length >= limit) break
      const piece = lane.free.first!
      if (piece.due.at > now) this.wait(lane)
      else if ((lane.holder === null || lane.holder === node) && lane.held < (width[lane.kind] ?? 0)) {
        leases.push(this.lease(piece, lane, node))
      }
    }
    return leases
  }

  /** Frees all work that the node holds, and voids its leases. */
  forget(node: NodeId): void {
    const pieces = [...this.held.get(node) ?? []]
    for (const piece of pieces) {
      this.release(piece, this.lanes.get(piece.due.lane)!)
      this.free(piece)
    }
  }

  nextDue(): Instant | null {
    const one = this.waiting.first?.free.first?.due.at
    const other = this.ringByFirst.first?.free.first?.due.at
    if (one === undefined || other === undefined) return one ?? other ?? null
    return one < other ? one : other
  }

  private ripen(now: Instant): void {
    for (let lane = this.waiting.first; lane !== undefined; lane = this.waiting.first) {
      if (lane.free.first!.due.at > now) return
      this.waiting.remove(lane)
      this.ring.add(lane)
      this.ringByFirst.add(lane)
    }
  }

  private wait(lane: LaneState): void {
    this.ring.delete(lane)
    this.ringByFirst.remove(lane)
    this.waiting.add(lane)
  }

  private lease(piece: Piece, lane: LaneState, node: NodeId): Lease {
    const token = ++this.token as LeaseToken
    piece.lease = { node, token }
    lane.free.remove(piece)
    lane.held++
    lane.holder = node
    const mine = this.held.get(node) ?? new Set()
    this.held.set(node, mine.add(piece))
    this.ring.delete(lane)
    this.ring.add(lane)
    this.placed(lane)
    return { ...piece.due, token }
  }

  private release(piece: Piece, lane: LaneState): void {
    const { node } = piece.lease!
    const mine = this.held.get(node)!
    mine.delete(piece)
    if (mine.size === 0) this.held.delete(node)
    piece.lease = null
    lane.held--
    if (lane.held === 0) lane.holder = null
  }

  private free(piece: Piece): void {
    const { lane: name } = piece.due
    const lane = this.lanes.get(name) ??
      { name, kind: laneKind(name), free: new Heap(isEarlier), held: 0, holder: null }
    this.lanes.set(name, lane)
    lane.free.add(piece)
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
    if (lane.held === 0) this.lanes.delete(lane.name)
  }
}
