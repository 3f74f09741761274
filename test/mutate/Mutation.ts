import { createHash } from "node:crypto"

/**
 * A rule broken on purpose. The tests that it names have to notice.
 */
export interface Mutation {
  /** `--area` selects by this, such as "gates". */
  readonly area: string
  /** The file to change, relative to the root of the repository. */
  readonly file: string
  /** The text to replace; it stands exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** `vitest run` gets these as filters: parts of paths of test files. */
  readonly tests: ReadonlyArray<string>
}

/** A mutation of a file of the HTTP side, and the test that notices. */
export const http = (file: string, find: string, replace: string, test: string): Mutation => ({
  area: "http",
  file,
  find,
  replace,
  tests: [test]
})

/** A mutation of a file of core, and the test that notices. */
export const core = (area: string, file: string, find: string, replace: string, test: string): Mutation => ({
  area,
  file: `packages/core/src/${file}`,
  find,
  replace,
  tests: [test]
})

/**
 * Returns the id that `--only` selects. It follows from the mutation alone, so that it outlives other changes of the
 * lists.
 */
export const id = ({ file, find, replace, tests }: Mutation): string =>
  createHash("sha256").update(JSON.stringify([file, find, replace, tests])).digest("hex").slice(0, 8)

/** The text of the file after the change; null unless what is replaced stands in it exactly once. */
export const apply = ({ find, replace }: Mutation, text: string): string | null =>
  text.split(find).length === 2 ? text.replace(find, () => replace) : null
