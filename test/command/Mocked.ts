/** The command line on an operator that answers as a test says, while the clock stands still. */
import * as Program from "@signalbox/command/Program"
import type { Account } from "@signalbox/core/Account"
import { Operator } from "@signalbox/core/Operator"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import * as Bench from "../core/Bench.ts"
import * as Given from "../core/Given.ts"

/** The operator answers this; whatever else it is asked is a defect. */
export type Parts = Partial<Operator["Service"]>

export interface Printed {
  readonly code: number
  readonly out: string
  readonly err: string
}

export const call = (parts: Parts, ...argv: ReadonlyArray<string>): Promise<Printed> =>
  Effect.runPromise(Effect.gen(function*() {
    const told = { out: "", err: "" }
    const to = (where: "out" | "err") => (text: string) => Effect.sync(() => void (told[where] += `${text}\n`))
    const output = { out: to("out"), err: to("err") }
    const clock = new Bench.StillClock(yield* Clock.Clock)
    const code = yield* Program.run(argv, output, () => Result.succeed(Layer.mock(Operator, parts))).pipe(
      Effect.provideService(Clock.Clock, clock)
    )
    return { code, ...told }
  }))

interface Expected {
  readonly out: ReadonlyArray<string>
  /** None unless given. */
  readonly err?: ReadonlyArray<string>
  /** 0 unless given. */
  readonly code?: number
  readonly json: unknown
}

/** Each is called twice: for a person, who sees the lines and the notes, and for a machine, which sees JSON alone. */
export const prints = (
  cases: ReadonlyArray<readonly [argv: ReadonlyArray<string>, parts: Parts, expected: Expected]>
) =>
  it.each(cases)(
    "%j prints what it did, for people and for machines",
    async (argv, parts, { code = 0, err = [], json, out }) => {
      const text = (lines: ReadonlyArray<string>) => lines.map((line) => `${line}\n`).join("")
      expect(await call(parts, ...argv)).toEqual({ code, out: text(out), err: text(err) })
      const machine = await call(parts, ...argv, "--json")
      expect([machine.code, machine.err, JSON.parse(machine.out)]).toEqual([code, "", json])
    }
  )

/** An account of which these parts are as given. */
export const find = (parts: Partial<Account> = {}): Parts => ({ find: () => Effect.succeed(Given.account(parts)) })

export const changed = (parts: Partial<Account>): Parts => ({
  change: (_, change) =>
    Effect.succeed(Given.account({ ...parts, ...(change.stage === undefined ? {} : change) } as Partial<Account>))
})
