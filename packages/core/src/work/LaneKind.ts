/**
 * A kind of lane: its name, how many pieces of work of one lane a node may hold, and what its lanes belong to.
 */
import type { Lane } from "./Work.ts"

export interface LaneKind<out Name extends string, in Owner extends string> {
  readonly name: Name
  /** How many pieces of work of one lane a node may hold at once. */
  readonly width: number
  readonly of: (owner: Owner) => Lane
}

/** @param owner returns the id of what a lane of this kind belongs to, such as an account or a carrier */
export const make = <const Name extends string, Owner extends string>(
  name: Name,
  width: number,
  owner: (owner: Owner) => string
): LaneKind<Name, Owner> => ({ name, width, of: (of) => `${name}:${owner(of)}` })

/** Returns the owner of the lane. */
export const owner = (lane: Lane): string => lane.slice(lane.indexOf(":") + 1)
