/** One place of a file, and what stands there instead. */
export interface Change {
  /** The operator that made it, such as "conjunct". */
  readonly operator: string
  readonly start: number
  readonly end: number
  readonly text: string
}

export const apply = ({ end, start, text }: Change, source: string): string =>
  source.slice(0, start) + text + source.slice(end)
