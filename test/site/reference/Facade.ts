/**
 * The pages of the facade: what each of its modules declares, with its documentation.
 */
import type { Page } from "../Page.ts"
import type { Declaration, Module } from "./Declarations.ts"
import { modules } from "./Declarations.ts"
import { code, fence, kebab, paragraphs, table, words } from "./Text.ts"

interface Group {
  readonly name: string
  readonly title: string
  readonly says: string
  readonly modules: ReadonlyArray<string>
}

const own: ReadonlyArray<Group> = [
  {
    name: "signalbox",
    title: "The service",
    says: "Makes the service, and what it offers: its mounts, its accounts, its operator, its events.",
    modules: ["CreateSignalbox", "Signalbox", "NodeServer", "Host", "Console", "CallOptions"]
  },
  {
    name: "options",
    title: "Options and storage",
    says: "Everything by which the service is set up.",
    modules: ["Options", "Storage", "PostgresJs", "Log", "Tracer", "HostFailure"]
  },
  {
    name: "accounts",
    title: "Accounts",
    says: "Accounts and their keys, and the calls that one account makes.",
    modules: ["Accounts", "Account"]
  },
  { name: "operator", title: "Operator", says: "What only whoever runs the service may do.", modules: ["Operator"] },
  {
    name: "carriers",
    title: "Carriers and review",
    says: "A carrier of your own, look-ups of numbers, and the review of templates.",
    modules: ["Carrier", "CarrierLayers", "NumberLookup", "Review"]
  },
  { name: "terms", title: "Terms", says: "Prices, rules for routes and costs.", modules: ["Terms"] },
  { name: "events", title: "Events", says: "Events as a listener of this process gets them.", modules: ["Events"] },
  { name: "errors", title: "Errors", says: "The error with which every call rejects.", modules: ["SignalboxError"] }
]

const titleOf = (module: string): string => words(module.replace("calls/", ""))

const calls: ReadonlyArray<Group> = modules.filter(({ name }) => name.startsWith("calls/")).map(({ doc, name }) => ({
  name: kebab(name).replace("/", "-"),
  title: `Calls: ${titleOf(name)}`,
  says: doc.replace(/\s*Made by `npm run calls`\.\s*/, ""),
  modules: [name]
}))

const placed = new Set([...own, ...calls].flatMap((group) => group.modules))

/** A module that nobody has put on a page has one of its own. */
const others: ReadonlyArray<Group> = modules.filter(({ name }) => !placed.has(name)).map(({ doc, name }) => ({
  name: kebab(name),
  title: titleOf(name),
  says: doc,
  modules: [name]
}))

const groups: ReadonlyArray<Group> = [...own, ...others, ...calls]

const modulesOf = (group: Group): ReadonlyArray<Module> =>
  group.modules.map((name) => {
    const found = modules.find((module) => module.name === name)
    if (found === undefined) throw new Error(`The facade has no module ${name}.`)
    return found
  })

const declarationsOf = (group: Group): ReadonlyArray<Declaration> =>
  modulesOf(group).flatMap(({ declarations }) => declarations)

/** A function may have the name of a type, but for capitals. */
const anchorOf = ({ kind, name }: Declaration): string =>
  kind === "function" || kind === "const" ? `function-${name.toLowerCase()}` : name.toLowerCase()

/** Where each exported name stands. */
const places: ReadonlyMap<string, string> = new Map(
  groups.flatMap((group) =>
    declarationsOf(group).map((each) => [each.name, `/reference/facade/${group.name}#${anchorOf(each)}`] as const)
  )
)

const named = ({ code: text, name }: Declaration): ReadonlyArray<string> =>
  [...new Set(text.replace(/\/\*[\s\S]*?\*\//g, "").match(/\b[A-Z]\w+\b/g) ?? [])]
    .filter((each) => each !== name && places.has(each)).toSorted()

const columns = 76

/** Wraps comments for the width of a page: sources have longer lines. */
const narrowed = (text: string): string =>
  text.replace(/^( *)\/\*\*([\s\S]*?)\*\//gm, (_, indent: string, inner: string) => {
    const paragraphs = inner.split("\n").map((line) => line.replace(/^\s*\* ?/, "").trim()).join("\n").trim().split(
      /\n{2,}/
    )
    const whole = `${indent}/** ${paragraphs.join(" ").replaceAll("\n", " ")} */`
    if (paragraphs.length === 1 && whole.length <= columns) return whole
    const wrapped = paragraphs.map((paragraph) => {
      const lines: Array<string> = []
      for (const word of paragraph.split(/\s+/)) {
        const last = lines.at(-1)
        if (last === undefined || indent.length + 3 + last.length + 1 + word.length > columns) lines.push(word)
        else lines[lines.length - 1] = `${last} ${word}`
      }
      return lines.map((line) => `${indent} * ${line}`).join("\n")
    })
    return `${indent}/**\n${wrapped.join(`\n${indent} *\n`)}\n${indent} */`
  })

const sectionOf = (declaration: Declaration): string => {
  const { code: text, doc, name } = declaration
  const others = named(declaration).map((each) => `[${each}](${places.get(each)})`)
  return paragraphs(
    `## ${name} {#${anchorOf(declaration)}}`,
    doc,
    fence("ts", narrowed(text)),
    others.length === 0 ? "" : `It names ${others.join(", ")}.`
  ).trimEnd()
}

const pageOf = (group: Group, index: number): Page => ({
  file: `reference/facade/${group.name}.md`,
  front: { description: group.says.replaceAll("\n", " "), order: index + 1 },
  written: false,
  text: paragraphs(`# ${group.title}`, group.says, ...declarationsOf(group).map(sectionOf))
})

const functions = groups.flatMap((group) =>
  declarationsOf(group).filter(({ kind }) => kind === "function" || kind === "const" || kind === "class")
)

const firstPage: Page = {
  file: "reference/facade/README.md",
  front: {
    description: "The package signalbox: every function and type that it exports, with its documentation.",
    navigation: "All exports"
  },
  written: false,
  text: paragraphs(
    "# Facade",
    "The package `signalbox` is the service for plain async TypeScript. These pages are made from its declarations, with " +
      "the documentation that an editor shows.",
    "## Values",
    table(
      ["Export", "Does"],
      functions.map(({ doc, name }) => [`[${code(name)}](${places.get(name)})`, doc.split("\n\n")[0]!])
    ),
    "## Types",
    table(
      ["Page", "Types"],
      groups.map((group) => [
        `[${group.title}](/reference/facade/${group.name})`,
        declarationsOf(group).map(({ name }) => `[${name}](${places.get(name)})`).join(", ")
      ])
    )
  )
}

export const pages: ReadonlyArray<Page> = [firstPage, ...groups.map(pageOf)]
