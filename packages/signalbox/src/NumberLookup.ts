/**
 * How the host asks a registry about numbers.
 */

/** The answer of a registry about a number. A field that is left out, or null, is not known. */
export interface NumberFinding {
  /** As two letters. */
  readonly country?: string | null
  readonly lineType?:
    | "mobile"
    | "landline"
    | "voip"
    | "toll_free"
    | "premium_rate"
    | "shared_cost"
    | "pager"
    | "unknown"
    | null
  readonly carrierName?: string | null
  /** Whether the number was taken to another network than the one that its digits tell. */
  readonly ported?: boolean | null
  /** Three digits. Together with the code of the network it names the network, such as `262` and `01`. */
  readonly mobileCountryCode?: string | null
  /** Two or three digits. */
  readonly mobileNetworkCode?: string | null
}

export interface NumberLookupOptions {
  /**
   * Is waited for 5 seconds, and asked 16 questions of one account at a time by each process. What it throws, or tells in
   * another form, counts for nothing.
   */
  readonly find: (phone: string) => NumberFinding | Promise<NumberFinding>
  /** The price that you pay for a look-up, in the currency of `costs`. `usage.get` and `messages.explain` show it to accounts. */
  readonly cost?: number
  /** For how many hours messages of the account go by what was told, 1 to 720; 24 unless given. */
  readonly keepHours?: number
}
