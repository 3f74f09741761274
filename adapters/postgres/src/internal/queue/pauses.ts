/**
 * The pauses of lanes, as claims, foresight and commits ask for them.
 */
import { is } from "../statement/parts.ts"
import type { Tables } from "../statement/tables.ts"

/**
 * The pause of a lane that is not over, of which there is one at most. Each lane is looked up by itself, however few lanes
 * were paused when the plan was made: the instant is compared as no index has it.
 */
export const pauseOf = (t: Tables, lane: string, now: string): string =>
  `${t.pause} p where ${is("p.lane", lane)} and coalesce(p.until, 'infinity') > ${now}`
