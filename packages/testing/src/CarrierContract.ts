/**
 * The contract of `Carrier`: the behaviour that every adapter for a carrier must have, as vitest cases. An adapter's test
 * file calls `suite` with a way to make the carrier beside a stand-in for its other side (a scripted SMSC, an HTTP server
 * that answers as the aggregator does), which knows what was sent. `CheckCarrier` is the same for other test runners, and
 * for carriers of the facade.
 */
import { describe } from "vitest"
import type { Harness } from "./internal/carrierCases.ts"
import * as Cases from "./internal/carrierCases.ts"
import { define } from "./Prop.ts"

export { type Bench, type Harness, submission, type Weakness } from "./internal/carrierCases.ts"

export const suite = (name: string, harness: Harness): void => {
  const { patience = 5000, runs = 10 } = harness
  const timeout = 30_000 + runs * 4 * patience
  describe(`Carrier (${name})`, () => {
    for (const { isExample, property, title } of Cases.all(harness)) {
      define(title, property, { runs: isExample ? 1 : runs, timeout, asserts: true })
    }
  })
}
