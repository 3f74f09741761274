/**
 * The name of a kind of work. It alone knows the lane and the key of such work; everything that schedules, cancels or
 * executes the work uses it.
 */
import type { Instant } from "../value/Instant.ts"
import type { LaneKind } from "./LaneKind.ts"
import type { Due, Lease, WorkRef } from "./Work.ts"

export interface WorkName<out Kind extends string, out Lane extends string, in Owner, in out Target> {
  readonly kind: Kind
  readonly lane: LaneKind<Lane, Owner>
  readonly ref: (target: Target) => WorkRef
  readonly due: (target: Target, owner: Owner, at: Instant) => Due
  /** Returns what a work item is about. */
  readonly target: (item: Pick<Lease, "work">) => Target
}

/** Writes a key as parts without a slash, and reads it. A missing part reads as "". */
export interface Key<in out Target> {
  readonly write: (target: Target) => ReadonlyArray<string>
  readonly read: (parts: ReadonlyArray<string>) => Target
}

export const make = <const Kind extends string, Lane extends string, Owner, Target>(
  { key, kind, lane }: {
    readonly kind: Kind
    readonly lane: LaneKind<Lane, Owner>
    readonly key: Key<Target>
  }
): WorkName<Kind, Lane, Owner, Target> => {
  const ref = (target: Target): WorkRef => ({ kind, key: key.write(target).join("/") })
  return {
    kind,
    lane,
    ref,
    due: (target, owner, at) => ({ work: ref(target), lane: lane.of(owner), at }),
    // Targets that were remembered would outlive their items, and finding them again takes longer than this.
    target: ({ work }) => key.read(work.key.split("/"))
  }
}
