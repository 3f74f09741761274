/**
 * A kind of lane: its name, how many work items of one lane a node may hold, how many nodes may hold it, and what
 * its lanes belong to.
 */
import type { Lane } from "./Work.ts"

export interface LaneKind<out Name extends string, in Owner> {
  readonly name: Name
  /** How many work items of one lane a node may hold at the same time. */
  readonly width: number
  /** How many it may hold with those that commits give to it, where nothing else waits in the lane; `width` unless given. */
  readonly given?: number
  /**
   * Whether several nodes may hold items of one lane at the same time. A lane that is not shared has one holder at a
   * time and gives its items out in order.
   */
  readonly shared: boolean
  readonly of: (owner: Owner) => Lane
}

/**
 * @param owner returns the id of what a lane of this kind belongs to, such as an account or a carrier
 * @param terms further terms on which nodes take its work
 */
export const make = <const Name extends string, Owner>(
  name: Name,
  width: number,
  owner: (owner: Owner) => string,
  terms: Pick<LaneKind<Name, Owner>, "given"> = {}
): LaneKind<Name, Owner> => ({ name, width, shared: false, ...terms, of: (of) => `${name}:${owner(of)}` })

/** A lane of which several nodes may hold items at the same time. */
export const shared = <const Name extends string, Owner>(
  name: Name,
  width: number,
  owner: (owner: Owner) => string
): LaneKind<Name, Owner> => ({ ...make(name, width, owner), shared: true })

/** Returns the owner of the lane. */
export const owner = (lane: Lane): string => lane.slice(lane.indexOf(":") + 1)

/** Returns the group of a lane whose owner is a pair, such as all lanes of a carrier; null when its owner is no pair. */
export const group = (lane: Lane): Lane | null => {
  const end = lane.lastIndexOf("/")
  return end === -1 ? null : lane.slice(0, end) as Lane
}

/** Returns the group of the lanes of a kind whose owners are pairs that begin with this. */
export const groupOf = ({ name }: Pick<LaneKind<string, never>, "name">, first: string): Lane => `${name}:${first}`
