import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const inCommand = (file: string, find: string, replace: string, test: string): Mutation => ({
  area: "command",
  file: `packages/command/src/${file}`,
  find,
  replace,
  tests: [`command/${test}`]
})

export const mutations: ReadonlyArray<Mutation> = [
  inCommand("Spelling.ts", "swapped ? before[column - 2]! + 1 : Infinity", "Infinity", "CommandLine"),
  inCommand("CommandError.ts", "reason === \"usage\" ? 2 : 1", "1", "Commands"),
  inCommand("Answer.ts", "\\p{Cc}", "", "Commands"),
  inCommand("commands/Suppressions.ts", "isPartial: refused.length > 0", "isPartial: false", "Commands"),
  inCommand("commands/Migrate.ts", "isPartial: isCheck && names.length > 0", "isPartial: false", "Process"),
  inCommand(
    "commands/Dev.ts",
    "const { DATABASE_URL: _, ...inherited } = process.env",
    "const inherited = process.env",
    "Process"
  ),
  core(
    "command",
    "consent/SetKeyword.ts",
    "if (ConsentKeyword.hear(keyword, [], row.keywordLists) !== null) return told(\"Reserved\")",
    "",
    "core/consent/SetKeyword"
  ),
  core(
    "command",
    "consent/SetKeyword.ts",
    "!ConsentKeyword.isSame(each.keyword, keyword)",
    "each.keyword !== keyword",
    "core/consent/SetKeyword"
  )
]
