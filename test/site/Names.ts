/**
 * The names of code in pages that people write, held against the code: codes, events, scripts, commands, packages, paths and
 * what `box` has.
 */
import { Commands } from "@signalbox/command"
import { distance } from "@signalbox/command/Spelling"
import * as ErrorCode from "@signalbox/core/ErrorCode"
import * as EventName from "@signalbox/core/EventName"
import * as OutcomeCode from "@signalbox/core/OutcomeCode"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { moduleOf } from "./reference/Declarations.ts"
import { document } from "./reference/OpenApi.ts"
import { read, root } from "./Repository.ts"

const codes = new Set<string>([...Object.keys(ErrorCode.catalogue), ...Object.keys(OutcomeCode.catalogue)])

const events = new Set<string>(EventName.all)

interface Manifest {
  readonly name: string
  readonly scripts?: Readonly<Record<string, string>>
}

const manifests = ["packages", "adapters"].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) =>
    JSON.parse(readFileSync(join(root, folder, name, "package.json"), "utf8")) as Manifest
  )
)

const packages = new Set(manifests.map(({ name }) => name))

const scripts = new Set(Object.keys((JSON.parse(read("package.json")) as Manifest).scripts ?? {}))

const commands = new Set(Commands.commands.flatMap(({ path }) => [path[0]!, path.join(" ")]))

/** A path of the API, with any value for each of its parameters. */
const paths = Object.keys(document.paths).map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`))

const members = new Set(
  moduleOf("Signalbox").declarations.find(({ name }) => name === "Signalbox")?.members.map(({ name }) => name)
)

const kinds: ReadonlyArray<{ readonly pattern: RegExp; readonly isKnown: (name: string) => boolean }> = [
  {
    pattern: /\b((?:AUTH|VALIDATION|RESOURCE|BUSINESS|CONFLICT|LIMIT|SERVICE|INTERNAL|DELIVERY|SIGNALBOX)_\d{3})\b/g,
    isKnown: (name) => codes.has(name)
  },
  {
    pattern: /(?<=["`'])((?:message|templates|contact|channel|verification|account)\.[a-z]+_?[a-z]+)(?=["`'])/g,
    // A field or a call may look like an event, such as `message.id` or `templates.ensure`.
    isKnown: (name) => events.has(name) || !isMisspelled(name)
  },
  { pattern: /npm run ([a-z][\w:-]*)/g, isKnown: (name) => scripts.has(name) },
  { pattern: /npx signalbox ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)?)/g, isKnown: (name) => isCommand(name) },
  { pattern: /(@signalbox\/[a-z-]+)/g, isKnown: (name) => packages.has(name) },
  { pattern: /(?<![\w/])(\/v3\/[\w{}/:$-]*[\w}])/g, isKnown: (name) => isPath(name) },
  { pattern: /(?<![\w,.])box\.(?!ts\b)([a-z]\w*)/g, isKnown: (name) => members.has(name) }
]

const isMisspelled = (name: string): boolean =>
  name.split(".")[1]!.length > 4 && EventName.all.some((event) => distance(event, name) <= 2)

/** A word behind a command may be its argument. */
const isCommand = (words: string): boolean => commands.has(words) || commands.has(words.split(" ")[0]!)

const isPath = (path: string): boolean =>
  paths.some((pattern) => pattern.test(path)) ||
  Object.keys(document.paths).some((known) => known.startsWith(`${path}/`))

/** Code in a text: what stands in fences or between backticks. */
const codeOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/^(```+)[^\n]*\n([\s\S]*?)^\1[ ]*$|(?<!`)`([^`\n]+)`(?!`)/gm)].map(([whole, , fenced]) =>
    fenced ?? whole
  )

/** Returns the names of a text that the code does not have. */
export const unknown = (text: string): ReadonlyArray<string> => {
  const all = codeOf(text)
  return [
    ...new Set(
      kinds.flatMap(({ isKnown, pattern }) =>
        all.flatMap((each) => [...each.matchAll(pattern)].flatMap(([whole, name = ""]) => isKnown(name) ? [] : [whole]))
      )
    )
  ]
}
