/** Sentences by what they describe. */
export interface Descriptions {
  readonly [name: string]: string
}
