/** `signalbox mcp` hands over to the package that does it, and says in words why it cannot. */
import { CommandError } from "@signalbox/command/CommandError"
import * as Mcp from "@signalbox/command/commands/Mcp"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { expect, it } from "vitest"

type Load = Parameters<typeof Mcp.make>[0]
type Serve = Awaited<ReturnType<Load>>["serve"]

const ended = (load: Load, url?: string) => {
  const command = Mcp.make(load)
  if (command.on !== "alone") throw new Error("it needs no operator")
  const options = new Map(url === undefined ? [] : [["url" as const, url]])
  return Effect.runPromiseExit(command.run({ arguments: [], options }))
}

const serving = (serve: Serve): Load => () => Promise.resolve({ serve })

const failure = (exit: Exit.Exit<unknown, CommandError>): unknown =>
  Exit.isFailure(exit) ? Cause.squash(exit.cause) : "no failure"

const failed = (message: string) => new CommandError({ reason: "failed", message })

/** Does not start. */
class StartError extends Error {
  override readonly name = "StartError"
}

it.each<[url: string | undefined, given: object]>([
  [undefined, {}],
  ["http://127.0.0.1:4000", { url: "http://127.0.0.1:4000" }]
])("it hands over its option, %s, and a signal, and says why it does not start", async (url, given) => {
  const seen: Array<object> = []
  const exit = await ended(
    serving((options) => {
      seen.push({ ...options })
      return Promise.reject(new StartError("no emulator is there"))
    }),
    url
  )
  expect(seen).toStrictEqual([{ signal: expect.any(AbortSignal), ...given }])
  expect(failure(exit)).toEqual(failed("no emulator is there"))
  expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(false)
})

it("it prints nothing of its own when it is over", async () => {
  expect(await ended(serving(() => Promise.resolve()))).toEqual(Exit.succeed({ json: undefined, lines: [] }))
})

const coded = (code: string): Error => Object.assign(new Error("it cannot be loaded"), { code })

it("it says how the package is installed where it is missing", async () => {
  const exit = await ended(() => Promise.reject(coded("ERR_MODULE_NOT_FOUND")))
  expect(failure(exit)).toEqual(
    failed("signalbox mcp needs a package of its own: npm install --save-dev @signalbox/mcp")
  )
  expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(false)
})

it.each<[string, Load, string]>([
  ["when it is loaded", () => Promise.reject(coded("ERR_STRANGE")), "it cannot be loaded"],
  ["without a code when it is loaded", () => Promise.reject(new Error("no module")), "no module"],
  ["when it serves", serving(() => Promise.reject(new Error("a line broke"))), "a line broke"]
])("a defect of the package %s stays what it is", async (_, load, words) => {
  const exit = await ended(load)
  expect(failure(exit)).toMatchObject({ name: "Error", message: words })
  expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
})
