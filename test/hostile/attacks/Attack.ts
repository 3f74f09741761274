/**
 * One attack of `npm run hostile`, which plays each at full length and prints what it did to others. The tests beside it
 * hold the same in seconds, by counts; an attack shows it at its true size. It is played in real time, since real
 * sockets, processes and databases are attacked: its pauses are the lengths of its parts.
 */
export interface Attack {
  /** The attacker's deed in a few words: the first column of the table. */
  readonly name: string
  /** The storages that it is played on, one after the other. */
  readonly storages: ReadonlyArray<"memory" | "sqlite" | "postgres">
  readonly play: (stage: Stage) => Promise<Outcome>
}

export interface Stage {
  readonly storage: "memory" | "sqlite" | "postgres"
  /** The URL of an empty database of the attack's own, or the path of a file that does not exist; empty for memory. */
  readonly place: string
  /** Keeps what has to be ended; the ends are called last to first when the attack is over, however it ended. */
  readonly after: (end: () => unknown) => void
}

/**
 * The result of an attack. It held when nobody's wait is longer than `bound`, and nothing was lost, doubled or else
 * broken.
 */
export interface Outcome {
  /** The waits of a neighbour before the attack; null where no neighbour was asked. */
  readonly before: Waits | null
  readonly during: Waits | null
  /**
   * The longest that the 99th percentile of a neighbour may be during the attack, in milliseconds. It bounds the longest
   * wait as well (`Table`).
   */
  readonly bound: number | null
  /** Messages or receipts that were accepted and have no outcome. */
  readonly lost: number
  /** Messages that were handed over more often than they may have been. */
  readonly doubled: number
  /** Whatever else did not hold, a sentence each. */
  readonly broken: ReadonlyArray<string>
}

/** The outcome of an attack that could not be played to its end. */
export const failed = (sentence: string): Outcome => ({
  before: null,
  during: null,
  bound: null,
  lost: 0,
  doubled: 0,
  broken: [sentence]
})

/** For how long a neighbour asks before its waits count, in milliseconds: the first calls of a process compile it. */
export const warm = 3000

/** Milliseconds, and how many calls failed. */
export interface Waits {
  readonly calls: number
  readonly p99: number
  readonly longest: number
  readonly failed: number
}

/** Lets a refusal pass for want of a store; how long it takes counts all the same. Any other failure is one. */
export const mayBeRefused = (ask: () => Promise<unknown>) => async (): Promise<void> => {
  await ask().catch((error: unknown) => {
    const status = typeof error === "object" && error !== null && "status" in error ? error.status : null
    if (status !== 503) throw error
  })
}

/**
 * Calls `ask` again and again, `pause` milliseconds after each answer, until `until` settles.
 *
 * @param until the attack, or a timer
 */
export const waits = async (ask: () => Promise<unknown>, until: Promise<unknown>, pause = 20): Promise<Waits> => {
  const taken: Array<number> = []
  let failed = 0
  const attack = new AbortController()
  const over = until.then(() => attack.abort(), () => attack.abort())
  while (!attack.signal.aborted) {
    const began = performance.now()
    await ask().catch(() => failed++)
    taken.push(performance.now() - began)
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, pause))])
  }
  await until
  const sorted = taken.toSorted((a, b) => a - b)
  return {
    calls: sorted.length,
    p99: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0,
    longest: sorted.at(-1) ?? 0,
    failed
  }
}
