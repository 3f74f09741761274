/**
 * Reads what the process was called with, and says what is wrong with it in words that name the right ones.
 */
import * as Result from "effect/Result"
import { parseArgs } from "node:util"
import type { Command, Input } from "./Command.ts"
import type { CommandError } from "./CommandError.ts"
import { misuse } from "./CommandError.ts"
import * as Help from "./Help.ts"
import type { OptionName } from "./Option.ts"
import * as Option from "./Option.ts"
import { nearest } from "./Spelling.ts"

export type Call =
  | { readonly _tag: "Run"; readonly command: Command; readonly input: Input }
  | { readonly _tag: "Help"; readonly path: ReadonlyArray<string> }
  | { readonly _tag: "Version" }

interface Words {
  readonly positionals: ReadonlyArray<string>
  readonly options: ReadonlyMap<OptionName, string | true>
}

const meant = (word: string, words: ReadonlyArray<string>, written = (found: string) => found): string => {
  const found = nearest(word, words)
  return found === null ? "" : ` Did you mean ${written(found)}?`
}

const isOption = (name: string): name is OptionName => (Option.names as ReadonlyArray<string>).includes(name)

/** The options that a command takes. */
export const optionsOf = ({ on, options = [] }: Command): ReadonlyArray<OptionName> => [
  ...options,
  ...(on === "operator" ? Option.database : []),
  ...Option.common
]

const split = (argv: ReadonlyArray<string>): Result.Result<Words, CommandError> => {
  const config = Object.fromEntries(Option.names.map((name) => {
    const short = Object.entries(Option.shorts).find(([, long]) => long === name)?.[0]
    const type = Option.optionOf(name).value === undefined ? "boolean" as const : "string" as const
    return [name, short === undefined ? { type } : { type, short }]
  }))
  const { tokens } = parseArgs({
    args: [...argv],
    options: config,
    strict: false,
    allowPositionals: true,
    tokens: true
  })
  const found = new Map<OptionName, string | true>()
  for (const token of tokens) {
    if (token.kind !== "option") continue
    const { name, rawName, value } = token
    if (!isOption(name)) {
      return Result.fail(misuse(`There is no option ${rawName}.${meant(name, Option.names, (each) => `--${each}`)}`))
    }
    if (found.has(name)) return Result.fail(misuse(`--${name} is given twice.`))
    const takesValue = Option.optionOf(name).value !== undefined
    // What stands where its value would is another option, unless it is written behind "=".
    const isAnother = value !== undefined && !token.inlineValue && /^--?[a-z]/i.test(value)
    if (takesValue && (value === undefined || value === "" || isAnother)) {
      return Result.fail(misuse(`--${name} needs a value: ${Option.written(name)}.`))
    }
    if (!takesValue && value !== undefined) return Result.fail(misuse(`--${name} takes no value.`))
    found.set(name, value ?? true)
  }
  const positionals = tokens.flatMap((token) => token.kind === "positional" ? [token.value] : [])
  return Result.succeed({ positionals, options: found })
}

/** The command that the first words name, and the words that follow. */
const find = (
  commands: ReadonlyArray<Command>,
  words: ReadonlyArray<string>
): Result.Result<{ readonly command: Command; readonly rest: ReadonlyArray<string> }, CommandError> => {
  const [first = "", second] = words
  const group = commands.filter(({ path }) => path[0] === first)
  const [only] = group
  if (only === undefined) {
    const heads = [...new Set(commands.map(({ path }) => path[0]!))]
    return Result.fail(misuse(`There is no command ${first}.${meant(first, heads)}`))
  }
  const command = group.find(({ path }) => path.length === 2 && path[1] === second)
  if (command !== undefined) return Result.succeed({ command, rest: words.slice(2) })
  // The first word alone may be a command as well, beside those of its group.
  if (only.path.length === 1) return Result.succeed({ command: only, rest: words.slice(1) })
  const tails = group.map(({ path }) => path[1]!)
  const wrong = second === undefined ?
    "" :
    `There is no command ${first} ${second}.${meant(second, tails, (found) => `${first} ${found}`)} `
  return Result.fail(misuse(`${wrong}${first} is one of: ${tails.map((tail) => `${first} ${tail}`).join(", ")}.`))
}

const fit = (command: Command, rest: ReadonlyArray<string>, { options }: Words): Result.Result<Call, CommandError> => {
  const usage = `Usage: ${Help.usage(command)}`
  const taken = optionsOf(command)
  const foreign = [...options.keys()].find((name) => !taken.includes(name))
  if (foreign !== undefined) {
    return Result.fail(misuse(`${command.path.join(" ")} takes no --${foreign}. ${usage}`))
  }
  const takes = command.takes ?? []
  const needed = takes.filter(({ optional }) => optional !== true)
  const missing = needed[rest.length]
  if (missing !== undefined) return Result.fail(misuse(`${missing.name} is missing. ${usage}`))
  if (rest.length > takes.length && takes.at(-1)?.many !== true) {
    return Result.fail(misuse(`${rest[takes.length]} is too much. ${usage}`))
  }
  return Result.succeed({ _tag: "Run", command, input: { arguments: rest, options } })
}

export const read = (
  commands: ReadonlyArray<Command>,
  argv: ReadonlyArray<string>
): Result.Result<Call, CommandError> =>
  Result.flatMap(split(argv), (words): Result.Result<Call, CommandError> => {
    const { options, positionals } = words
    const asksHelp = options.has("help") || positionals[0] === "help"
    const path = positionals[0] === "help" ? positionals.slice(1) : positionals
    if (options.has("version") && path.length === 0) return Result.succeed({ _tag: "Version" })
    if (path.length === 0) {
      return asksHelp ? Result.succeed({ _tag: "Help", path: [] }) : Result.fail(misuse(Help.all(commands).join("\n")))
    }
    const isGroup = path.length === 1 && commands.some((each) => each.path.length === 2 && each.path[0] === path[0])
    if (asksHelp && isGroup) return Result.succeed({ _tag: "Help", path })
    return Result.flatMap(
      find(commands, path),
      ({ command, rest }): Result.Result<Call, CommandError> =>
        asksHelp ? Result.succeed({ _tag: "Help", path: command.path }) : fit(command, rest, words)
    )
  })
