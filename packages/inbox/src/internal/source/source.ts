/**
 * Where the views get what they show: the emulator's control and API here, a production service by its console. A view
 * asks for what it needs as an account, and offers what changes something only where the source says that it may.
 */

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

export interface Account {
  readonly id: string
  readonly name: string
  readonly type: string
  /** Absent where keys do not belong on a page. */
  readonly api_key?: string | null
  readonly balance?: number | null
  readonly quiet_hours?: unknown
}

/** A request as an endpoint has received it: two of its headers, and its body byte for byte. */
export interface Received {
  readonly webhook_id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
}

/** A file that is read as it is: the bytes of a page's request are never shown to another origin. */
export interface Source {
  /** False for a source that is only read. */
  readonly mayWrite: boolean
  readonly accounts: () => Promise<ReadonlyArray<Account>>
  /** Asks the API as this account, and returns what it answers as `data`. */
  readonly api: <A>(account: Account, method: Method, path: string, body?: unknown) => Promise<A>
  /** Asks the emulator's control; null where there is none. */
  readonly control: (<A>(method: Method, path: string, body?: unknown) => Promise<A>) | null
  /** Asks whether a signature that an endpoint was given is right; null where each attempt tells by itself. */
  readonly verify: ((received: Received) => Promise<boolean>) | null
  /** The address of the stream of events; null where there is none. */
  readonly events: string | null
}

/** The answer to a request that was not carried out. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string | null
  /** A sentence for each field that is wrong, with its path. */
  readonly details: ReadonlyArray<{ readonly path: string; readonly message: string }>

  constructor(
    message: string,
    status: number,
    code: string | null,
    details: ReadonlyArray<{ readonly path: string; readonly message: string }>
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

/** Returns what went wrong as sentences for a person. */
export const explain = (error: unknown): string =>
  error instanceof Refusal
    ? [error.message, ...error.details.map(({ message, path }) => `${path} ${message}`)].join("; ")
    : error instanceof Error
    ? error.message
    : String(error)
