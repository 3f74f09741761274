/**
 * The help, made of what the commands say of themselves.
 */
import type { Argument, Command } from "./Command.ts"
import type { OptionName } from "./Option.ts"
import * as Option from "./Option.ts"

const writtenArgument = ({ many, name, optional }: Argument): string => {
  const text = many === true ? `${name}...` : name
  return optional === true ? `[${text}]` : text
}

/** `signalbox keys rotate KEY [options]` */
export const usage = ({ path, takes = [] }: Command): string =>
  ["signalbox", ...path, ...takes.map(writtenArgument), "[options]"].join(" ")

const columns = (rows: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> => {
  const width = Math.max(0, ...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

const list = (commands: ReadonlyArray<Command>): ReadonlyArray<string> =>
  columns(commands.map(({ path, says, takes = [] }) => [[...path, ...takes.map(writtenArgument)].join(" "), says]))

const optionLines = (names: ReadonlyArray<OptionName>): ReadonlyArray<string> =>
  columns(names.map((name) => [Option.written(name), Option.optionOf(name).says]))

/** All commands. */
export const all = (commands: ReadonlyArray<Command>): ReadonlyArray<string> => [
  "Usage: signalbox COMMAND [options]",
  "",
  "Commands:",
  ...list(commands),
  "",
  "Options of every command:",
  ...optionLines(Option.common),
  "",
  "Exit codes: 0 done; 1 refused, failed, or done in part; 2 called in a way that it does not understand."
]

/** The commands that begin with a word. */
export const group = (commands: ReadonlyArray<Command>, word: string): ReadonlyArray<string> => [
  `Usage: signalbox ${word} COMMAND [options]`,
  "",
  "Commands:",
  ...list(commands.filter(({ path }) => path[0] === word))
]

export const one = (command: Command, options: ReadonlyArray<OptionName>): ReadonlyArray<string> => {
  const { details = [], says, takes = [] } = command
  return [
    `Usage: ${usage(command)}`,
    "",
    `${says}.`,
    ...(details.length === 0 ? [] : ["", ...details]),
    ...(takes.length === 0 ? [] : ["", "Arguments:", ...columns(takes.map(({ name, says }) => [name, says]))]),
    "",
    "Options:",
    ...optionLines(options)
  ]
}
