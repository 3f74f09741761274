/**
 * The references by which handsets know the parts of a message. Those of one recipient follow each other, so that even one
 * of 8 bits comes again only after 256 long messages to the same handset, however many go elsewhere.
 */

export interface PartReferences {
  /** Returns the reference of the next message in parts to a recipient. */
  readonly next: (to: string) => number
}

/** Of how many recipients the last reference is known: those that had one last. */
export const mostRecipients = 100_000

/** Where one recipient's references begin is far from where the next one's do. */
const stride = 0x9e37

/** @param seed where the references of the first recipient begin */
export const make = (seed: number, most = mostRecipients): PartReferences => {
  const last = new Map<string, number>()
  let begins = seed
  return {
    next: (to) => {
      const before = last.get(to)
      last.delete(to)
      begins = before === undefined ? (begins + stride) & 0xffff : begins
      const reference = before === undefined ? begins : (before + 1) & 0xffff
      last.set(to, reference)
      const [oldest] = last.size > most ? last.keys() : []
      if (oldest !== undefined) last.delete(oldest)
      return reference
    }
  }
}
