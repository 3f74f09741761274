/**
 * Kannel and we, one after another, at the same message centre with the same windows.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { fork } from "node:child_process"
import { join } from "node:path"
import { fromSource } from "../FromSource.ts"
import * as Bench from "../smpp/Bench.ts"
import * as Kannel from "./Kannel.ts"
import type { Run } from "./Run.ts"
import * as Runs from "./Run.ts"

const count = 2000

interface Report {
  readonly taken: number
  readonly millis: number
}

/** Starts a message centre on a port, and returns what asks it for its report. */
const centre = (port: number): Effect.Effect<Effect.Effect<Report>, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<ReturnType<typeof fork>>((resume) => {
        const child = fork(join(import.meta.dirname, "Centre.ts"), [String(port)], { execArgv: [...fromSource] })
        child.once("message", () => resume(Effect.succeed(child)))
      }),
      (child) => Effect.sync(() => void child.kill("SIGKILL"))
    ),
    (child) =>
      Effect.callback<Report>((resume) => {
        child.once("message", (report) => resume(Effect.succeed(report as Report)))
        child.send("report")
      })
  )

/** Waits until all messages have been taken, and returns how many those are a second. */
const rate = (report: Effect.Effect<Report>): Effect.Effect<number> =>
  Effect.gen(function*() {
    for (;;) {
      const { millis, taken } = yield* report
      if (taken >= count) return Math.round(taken / millis * 1000)
      yield* Effect.sleep(20)
    }
  })

const numbers = Array.from({ length: count }, (_, index) => index)

const theirs = (window: number) =>
  Effect.scoped(Effect.gen(function*() {
    const port = yield* Runs.freePort
    const client = yield* Kannel.start(port, window)
    // It keeps them until there is a message centre.
    yield* Effect.forEach(
      numbers,
      (number) =>
        Effect.promise(() =>
          client.send({
            from: "12015550100",
            to: `+1201555${1000 + number}`,
            text: `Message ${number}`,
            "dlr-mask": "31",
            "dlr-url": "http://127.0.0.1:1/"
          })
        ),
      { concurrency: 32, discard: true }
    )
    return yield* rate(yield* centre(port))
  }))

const ours = (window: number) =>
  Effect.scoped(Effect.gen(function*() {
    const port = yield* Runs.freePort
    const report = yield* centre(port)
    const kept = Bench.keep()
    const carrier = yield* Bench.carrierOf(port, kept, { window })
    yield* Bench.isReady(kept, 1)
    yield* Bench.submit({ carrier }, ...numbers.map((number) => Bench.sms(number)))
    return yield* rate(report)
  }))

/** The least share of Kannel's rate that we must reach. Where others use the machine too, each gets a second try. */
const least = 0.5
const tries = 2

export const throughput: Run = {
  name: "we are as fast as Kannel, or half as fast at least",
  needs: ["kannel"],
  run: Effect.gen(function*() {
    const lines: Array<string> = []
    for (const window of [1, 10, 100]) {
      let [them, us] = [1, 0]
      for (let left = tries; left > 0 && us < them * least; left--) {
        them = yield* theirs(window)
        us = yield* ours(window)
      }
      lines.push(`window ${window}: ${us} a second, Kannel ${them}, ratio ${(us / them).toFixed(2)}`)
      if (us < them * least) throw new Error(lines.join("; "))
    }
    return lines.join("; ")
  })
}
