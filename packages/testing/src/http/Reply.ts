/**
 * A client of the tests keeps of an answer the answer as it came, and its JSON.
 */
import type { Answer } from "./internal/exchange.ts"

export interface Reply extends Answer {
  /** Parsed; undefined when there is no body or it is no JSON. */
  readonly json: unknown
}

export const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
