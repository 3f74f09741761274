/**
 * The command line as a program: it reads what it was called with, does it, prints, and ends with an exit code.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import type { Operator } from "@signalbox/core/Operator"
import type { StoreError } from "@signalbox/core/Store"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { existsSync, readFileSync } from "node:fs"
import type { Answer, Records } from "./Answer.ts"
import type { Command, Input } from "./Command.ts"
import { CommandError, exitCode, fromExecution } from "./CommandError.ts"
import * as CommandLine from "./CommandLine.ts"
import { commands } from "./Commands.ts"
import * as Database from "./Database.ts"
import * as Help from "./Help.ts"

/** The two outputs that it prints to. */
export interface Output {
  readonly out: (text: string) => Effect.Effect<void>
  readonly err: (text: string) => Effect.Effect<void>
}

/** Whoever reads the output may stop at any time, as `head` does. */
const writer = (stream: NodeJS.WriteStream) => (text: string): Effect.Effect<void> =>
  Effect.callback((resume) => {
    stream.write(`${text}\n`, () => resume(Effect.void))
  })

const help = (path: ReadonlyArray<string>): ReadonlyArray<string> => {
  const command = commands.find((each) => each.path.join(" ") === path.join(" "))
  if (command !== undefined) return Help.one(command, CommandLine.optionsOf(command))
  return path.length === 0 ? Help.all(commands) : Help.group(commands, path[0]!)
}

/** The manifest of the package that holds this module, which stands a folder deeper where it is part of a bundle. */
const manifest = (): URL => {
  const near = new URL("../package.json", import.meta.url)
  return existsSync(near) ? near : new URL("../../package.json", import.meta.url)
}

const version = (): string => (JSON.parse(readFileSync(manifest(), "utf8")) as { readonly version: string }).version

const print = Effect.fnUntraced(function*({ err, out }: Output, answer: Answer, asJson: boolean) {
  if (asJson && answer.json !== undefined) yield* out(JSON.stringify(answer.json, null, 2))
  else if (answer.lines.length > 0) yield* out(answer.lines.join("\n"))
  if (!asJson && answer.notes !== undefined && answer.notes.length > 0) yield* err(answer.notes.join("\n"))
  return answer.isPartial === true ? 1 : 0
})

/** Prints what comes while it comes. Nothing is printed before the first record, so that a refusal stands alone. */
const stream = Effect.fnUntraced(function*({ out }: Output, { records }: Records, asJson: boolean) {
  let isBegun = false
  yield* Stream.runForEachArray(records, (some) => {
    const lines = some.map((record) => JSON.stringify(record))
    if (!asJson) return out(lines.join("\n"))
    const begin = isBegun ? ", " : "{ \"records\": [\n"
    isBegun = true
    return out(begin + lines.join(",\n"))
  })
  if (asJson) yield* out(isBegun ? "] }" : "{ \"records\": [] }")
  return 0
})

const told = (output: Output, answer: Answer | Records, asJson: boolean) =>
  "records" in answer ? stream(output, answer, asJson) : print(output, answer, asJson)

const complain = Effect.fnUntraced(function*({ err }: Output, error: CommandError, asJson: boolean) {
  const { message, reason } = error
  yield* err(asJson ? JSON.stringify({ error: { reason, message } }, null, 2) : message)
  return exitCode(error)
})

/** Finds the operator's interface for a call. */
export type Operators = (input: Input) => Result.Result<Layer.Layer<Operator, StoreError>, CommandError>

const onDatabase: Operators = (input) => Result.map(Database.connection(input), Database.operator)

/** Does what a command is for, prints its answer, and returns the exit code. */
const done = (
  command: Command,
  input: Input,
  operators: Operators,
  output: Output,
  asJson: boolean
): Effect.Effect<number, CommandError> => {
  if (command.on === "alone") {
    return Effect.flatMap(command.run(input), (answer) => print(output, answer, asJson))
  }
  return Effect.flatMap(Effect.fromResult(operators(input)), (layer) =>
    // A failure of the layer is one of the database; a failure of the command has been explained already.
    command.run(input).pipe(
      Effect.flatMap((answer) => told(output, answer, asJson)),
      Effect.provide(layer),
      Effect.mapError((error) => error._tag === "CommandError" ? error : fromExecution(error))
    ))
}

const explained = (cause: Cause.Cause<CommandError>): CommandError => {
  const found = Cause.squash(cause)
  if (found instanceof CommandError) return found
  const name = found instanceof Error ? found.stack ?? found.message : String(found)
  return new CommandError({ reason: "failed", message: `signalbox has a defect: ${name}` })
}

/**
 * Runs one call, and returns the exit code.
 *
 * @param operators where the operator's interface is; on the database that the options name unless told otherwise
 */
export const run = (
  argv: ReadonlyArray<string>,
  output: Output,
  operators: Operators = onDatabase
): Effect.Effect<number> => {
  const asJson = argv.includes("--json")
  const call = CommandLine.read(commands, argv)
  if (Result.isFailure(call)) return complain(output, call.failure, asJson)
  switch (call.success._tag) {
    case "Version":
      return Effect.as(output.out(version()), 0)
    case "Help":
      return Effect.as(output.out(help(call.success.path).join("\n")), 0)
    case "Run": {
      const { command, input } = call.success
      return done(command, input, operators, output, asJson).pipe(
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause) ? Effect.interrupt : complain(output, explained(cause), asJson)
        )
      )
    }
  }
}

/** The standard output belongs to answers. */
const logs = Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)])

/** Runs one call in this process, and ends it. A signal ends `dev` and `mcp` in good order: that is no failure. */
export const main = (argv: ReadonlyArray<string>): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})
  const output = { out: writer(process.stdout), err: writer(process.stderr) }
  NodeRuntime.runMain(run(argv, output).pipe(Effect.provide(logs)), {
    disableErrorReporting: true,
    teardown: (exit, onExit) => {
      if (Exit.isSuccess(exit)) onExit(exit.value as number)
      else onExit(Cause.hasInterruptsOnly(exit.cause) ? (argv.includes("dev") || argv.includes("mcp") ? 0 : 130) : 1)
    }
  })
}
