/**
 * The changes that a sample judges: those that are drawn, but for those that do not count.
 */
import { transform } from "esbuild"
import type { TreeCopy } from "../TreeCopy.ts"
import * as Change from "./Change.ts"
import * as Compiling from "./Compiling.ts"
import type { Plan } from "./Covering.ts"
import type { Drawn } from "./Draw.ts"
import type { Equivalent } from "./Equivalents.ts"
import * as Equivalents from "./Equivalents.ts"
import * as Together from "./together/Together.ts"

/** A change that counts if it compiles, with the tests that run its place. */
export interface Candidate {
  readonly drawn: Drawn
  readonly plan: Plan
  /** False where that is not known yet. */
  readonly compiles: boolean
  /** Whether a quick test notices it. Where none does, all of them have to be asked. */
  readonly isNoticed: boolean
}

export interface LeftOut {
  readonly uncompiled: number
  /** The changes that are equal to their source once both are compiled. */
  readonly equal: number
  readonly equivalent: number
}

export interface Candidates {
  /** Returns the next one in the order in which they are drawn; null when there are no more. */
  readonly next: () => Promise<Candidate | null>
  /** The numbers of changes that were drawn before the last one that was returned, and do not count. */
  readonly leftOut: () => LeftOut
}

type Found = Candidate | keyof LeftOut

/** The text as it runs; null where it is no program. */
const minified = async (text: string): Promise<string | null> => {
  try {
    return (await transform(text, { loader: "ts", minify: true, target: "esnext" })).code
  } catch {
    return null
  }
}

/** Some three of four changes do not compile. */
const drawnForEach = 4

/** How candidates are drawn. */
export interface Drawing {
  /** Nobody else may change it. */
  readonly copy: TreeCopy
  readonly stream: Iterator<Drawn>
  /** So many are wanted. */
  readonly size: number
  /** So many processes play the quick tests beside each other. */
  readonly processes: number
  readonly planOf: (drawn: Drawn) => Plan
  readonly onEquivalent: (drawn: Drawn, equivalent: Equivalent) => void
}

export const make = ({ copy, onEquivalent, planOf, processes, size, stream }: Drawing): Candidates => {
  const counts = { uncompiled: 0, equal: 0, equivalent: 0 }
  const found: Array<Found> = []
  const sources = new Map<string, Promise<string | null>>()
  let isEnded = false

  const leftOut = async (drawn: Drawn): Promise<keyof LeftOut | null> => {
    const equivalent = Equivalents.of(drawn)
    if (equivalent !== null) {
      onEquivalent(drawn, equivalent)
      return "equivalent"
    }
    const before = sources.get(drawn.file) ?? minified(drawn.source)
    sources.set(drawn.file, before)
    const after = await minified(Change.apply(drawn.change, drawn.source))
    if (after === null) return "uncompiled"
    return after === await before ? "equal" : null
  }

  const draw = async (number: number): Promise<void> => {
    const all: Array<readonly [Drawn, keyof LeftOut | null]> = []
    while (all.length < number) {
      const { done, value: drawn } = stream.next()
      if (done === true) {
        isEnded = true
        break
      }
      all.push([drawn, await leftOut(drawn)])
    }
    const asked = all.flatMap(([drawn, why]) => why === null ? [drawn] : [])
    const answers = new Map((await Compiling.ask(copy, asked)).map((answer, index) => [asked[index], answer]))
    const planned = asked.flatMap((drawn) => answers.get(drawn) === false ? [] : [{ drawn, plan: planOf(drawn) }])
    const noticed = await Together.noticed(copy, planned.filter(({ drawn }) => answers.get(drawn) === true), processes)
    const candidates = new Map(planned.map(({ drawn, plan }): [Drawn, Candidate] => [
      drawn,
      { drawn, plan, compiles: answers.get(drawn) === true, isNoticed: noticed.has(drawn) }
    ]))
    found.push(...all.map(([drawn, why]): Found => why ?? candidates.get(drawn) ?? "uncompiled"))
  }

  let drawing: Promise<void> | null = null
  let isFirst = true

  return {
    next: async () => {
      while (true) {
        const first = found.shift()
        if (first === undefined) {
          if (isEnded) return null
          drawing ??= draw(isFirst ? drawnForEach * size : 2 * drawnForEach).finally(() => {
            drawing = null
          })
          isFirst = false
          await drawing
        } else if (typeof first === "string") counts[first]++
        else return first
      }
    },
    leftOut: () => counts
  }
}
