/**
 * Finds what somebody has probably meant.
 */
import { distance } from "@signalbox/command/Spelling"

/** Returns the name that is nearest, or null when none is near. */
export const nearest = (name: string, names: ReadonlyArray<string>): string | null => {
  const lower = name.slice(0, 64).toLowerCase()
  const [best] = names
    .map((each) => ({ each, far: distance(lower, each.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far)
  return best !== undefined && best.far <= Math.max(2, best.each.length / 3) ? best.each : null
}
