/**
 * The page of the command line, as its own help tells it.
 */
import { Commands, Help, Option } from "@signalbox/command"
import { optionsOf } from "@signalbox/command/CommandLine"
import type { Page } from "../Page.ts"
import { code, fence, paragraphs, table, words } from "./Text.ts"

const { commands } = Commands

const groups = [...new Set(commands.map(({ path }) => path[0]!))]

const sectionOf = (group: string): ReadonlyArray<string> => [
  `## ${group}`,
  ...commands.filter(({ path }) => path[0] === group).flatMap((command) => {
    const [, ...rest] = command.path
    return [
      ...(rest.length === 0 ? [] : [`### ${command.path.join(" ")}`]),
      fence("text", Help.one(command, optionsOf(command)).join("\n"))
    ]
  })
]

export const page: Page = {
  file: "reference/command-line.md",
  front: { description: "Every command of npx signalbox, with its arguments and options.", order: 40 },
  written: false,
  text: paragraphs(
    "# Command line",
    "`npx signalbox` works on the database that `DATABASE_URL` or `--database-url` names, or on those of all cells that " +
      "`DATABASE_CELLS` or `--cells` names, beside the processes that serve them. This page is what its help says.",
    table(
      ["Command", "Does"],
      commands.map(({ path, says }) => [`[${path.join(" ")}](#${path.join("-")})`, words(says)])
    ),
    "## Options of every command",
    table(["Option", "Meaning"], Option.common.map((name) => [code(Option.written(name)), Option.optionOf(name).says])),
    "Exit codes: 0 done; 1 refused, failed, or done in part; 2 called in a way that it does not understand.",
    ...groups.flatMap(sectionOf)
  )
}
