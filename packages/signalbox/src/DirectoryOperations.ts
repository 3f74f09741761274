/**
 * The operator's calls about the directory of cells, which tells in which database an account lies.
 */

/** A cell has something to which the directory does not lead. */
export interface ContestedEntry {
  readonly kind: "account" | "key" | "number"
  /** The id of the account or of the key, or the number. */
  readonly name: string
  /** The account that has it in the cell. */
  readonly account: string
  readonly cell: string
  /** The cell to which the directory leads. */
  readonly leadsTo: string
  /**
   * `both`: that cell has it as well, and one of them has to give it up. `away`: it could not be asked. `recent`: it has
   * nothing of the kind, but the entry is not a minute old; call again.
   */
  readonly why: "both" | "away" | "recent"
}

export interface RebuiltDirectory {
  /** How many accounts were looked at, and how many entries were made. */
  readonly looked: number
  readonly entered: number
  /** The ones that were left as they are. */
  readonly contested: ReadonlyArray<ContestedEntry>
  /** The cells that could not be read to their end; call again when they are back. */
  readonly away: ReadonlyArray<string>
  readonly after: string | null
}

export interface RebuildOptions {
  readonly after?: string | null
  /** How many accounts the call looks at: 100 unless given, and 1,000 at most. */
  readonly limit?: number
}

export interface DirectoryOperations {
  /**
   * Enters into the directory of cells what it lacks of accounts, keys and numbers, after it was lost or restored to an
   * earlier state than a cell. One call looks at some accounts; while `after` is not null, the next call goes on from there.
   * It changes no entry whose cell has what it names, so it may run while the service works, be ended, and be repeated.
   */
  readonly rebuild: (options?: RebuildOptions) => Promise<RebuiltDirectory>
}
