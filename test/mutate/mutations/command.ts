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
  inCommand("CommandLine.ts", "if (found.has(name)) return", "if (false) return", "CommandLine"),
  inCommand("CommandLine.ts", "if (foreign !== undefined) {", "if (false) {", "CommandLine"),
  inCommand("CommandLine.ts", "value === undefined || value === \"\"", "value === undefined", "CommandLine"),
  inCommand("Spelling.ts", "swapped ? before[column - 2]! + 1 : Infinity", "Infinity", "CommandLine"),
  inCommand("CommandError.ts", "reason === \"usage\" ? 2 : 1", "1", "Commands"),
  inCommand("Answer.ts", "\\p{Cc}", "", "Commands"),
  inCommand("commands/Suppressions.ts", "isWhole &&= total >= before", "", "Commands"),
  inCommand("commands/Suppressions.ts", "isPartial: refused.length > 0", "isPartial: false", "Commands"),
  inCommand("commands/Migrate.ts", "isPartial: isCheck && names.length > 0", "isPartial: false", "Process"),
  inCommand("Database.ts", ", migrate: \"check\"", "", "Process"),
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
  ),
  core(
    "command",
    "consent/SetKeyword.ts",
    "expects: [Facts.expected(facts, Accounts, account)],",
    "",
    "core/consent/SetKeyword"
  ),
  core(
    "command",
    "consent/SetKeyword.ts",
    "others.length >= Limit.keywords",
    "others.length > Limit.keywords",
    "command/Commands"
  )
]
