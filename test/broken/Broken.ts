/**
 * An adapter that was broken on purpose, and the case that has to fail for it.
 */
export interface Broken<Adapter> {
  /** The mistake that it makes. */
  readonly name: string
  readonly adapter: Adapter
  /** The end of the title of the case that catches it. */
  readonly caughtBy: string
}

/** The part of a broken adapter that the run of the cases needs. */
export interface Caught {
  readonly name: string
  readonly caughtBy: string
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/** Matches the titles of exactly the cases that are to fail. */
export const pattern = (all: ReadonlyArray<Caught>): string =>
  all.map(({ caughtBy, name }) => `\\(${escaped(name)}\\).* ${escaped(caughtBy)}$`).join("|")
