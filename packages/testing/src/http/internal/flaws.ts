/**
 * Makes requests with several things wrong together, and tells what the answer must say (decisions part 2): every
 * failing field is in the details; if all failures share one code, that is the answer's code, otherwise it is
 * VALIDATION_001.
 */
import * as fc from "fast-check"

export interface Flaw {
  /** The wrong value. Without it, the field is left out. */
  readonly value?: unknown
  /** The keys of `details` that it leads to. */
  readonly fields: ReadonlyArray<string>
  readonly code: string
}

/** For each field of a request a right value, and wrong ones. */
export type Flaws = Readonly<Record<string, { readonly right: unknown; readonly wrong: ReadonlyArray<Flaw> }>>

export interface Flawed {
  readonly body: Readonly<Record<string, unknown>>
  readonly fields: ReadonlyArray<string>
  readonly code: string
}

const compose = (table: Flaws, chosen: Readonly<Record<string, Flaw | null>>): Flawed => {
  const flaws = Object.values(chosen).filter((flaw) => flaw !== null)
  const codes = new Set(flaws.map((flaw) => flaw.code))
  return {
    body: Object.fromEntries(
      Object.entries(table).flatMap(([field, { right }]) => {
        const flaw = chosen[field] ?? null
        if (flaw === null) return right === undefined ? [] : [[field, right]]
        return "value" in flaw ? [[field, flaw.value]] : []
      })
    ),
    fields: flaws.flatMap((flaw) => flaw.fields),
    code: codes.size === 1 ? [...codes].join() : "VALIDATION_001"
  }
}

/** Any mixture of right and wrong fields with at least one wrong. */
export const flawed = (table: Flaws): fc.Arbitrary<Flawed> =>
  fc.record(Object.fromEntries(
    Object.entries(table).map(([field, { wrong }]) => [field, fc.option(fc.constantFrom(...wrong))])
  )).filter((chosen) => Object.values(chosen).some((flaw) => flaw !== null))
    .map((chosen) => compose(table, chosen))

/** Each flaw by itself. */
export const single = (table: Flaws): ReadonlyArray<Flawed> =>
  Object.entries(table).flatMap(([field, { wrong }]) => wrong.map((flaw) => compose(table, { [field]: flaw })))
