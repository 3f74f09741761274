/**
 * Tells whether anything in a script holds everything up, so that nobody can tell for what a message has waited.
 */
import type { Act, Script } from "../Script.ts"

const standstills = new Set<Act["_tag"]>([
  "ClockSet",
  "CutOff",
  "FailCommits",
  "Kill",
  "Pause",
  "StoreDown",
  "StoreFlaky",
  "StoreSlow"
])

export const isSmooth = ({ nodes, steps }: Script): boolean =>
  steps.every(({ act }) => !standstills.has(act._tag)) && nodes.some(({ ahead }) => Math.abs(ahead) < 2000)

/** Clocks are off by two seconds at most, and asking takes a moment too. */
export const grace = 3000
