/**
 * Whether a node decides on rows as the store last saw them. Where other nodes change the same rows, a commit that rests
 * on these comes to nothing, and costs those that go with it a longer way: so each loss has twice as many of the next
 * decisions loaded, and each success half as many.
 */
export interface Confidence {
  /** Returns whether the next decision may rest on what was last seen. */
  readonly holds: () => boolean
  readonly lost: () => void
  readonly kept: () => void
}

/** How many decisions are loaded after a loss: at first, and at most. */
const caution = { first: 16, most: 1024 } as const

export const make = (): Confidence => {
  let next: number = caution.first
  let left = 0
  return {
    holds: () => left === 0 || left-- === 0,
    lost: () => {
      left = next
      next = Math.min(caution.most, next * 2)
    },
    kept: () => {
      next = Math.max(caution.first, next >> 1)
    }
  }
}
