/**
 * The calls of the facade as TypeScript, made from the list of operations: plain types, because whoever embeds the
 * service by its facade sees no Schema.
 */
import * as Catalogue from "@signalbox/core/Catalogue"
import { catalogue as errorCodes } from "@signalbox/core/ErrorCode"
import type { Any } from "@signalbox/core/Operation"
import { bindings } from "@signalbox/http/Api"
import type { Binding } from "@signalbox/http/Binding"
import * as Describing from "@signalbox/http/openapi/Describing"
import * as EventPayload from "@signalbox/http/openapi/EventPayload"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import * as Printing from "./Printing.ts"

/**
 * Types that many calls share, by name: the operation that answers with it, or takes it as its body, and the field. It stands
 * in the file of the operation's group.
 */
const named: ReadonlyArray<
  readonly [name: string, operation: Catalogue.OperationName, field?: string | undefined, of?: "body"]
> = [
  ["Pagination", "webhooks.list", "pagination"],
  ["TemplateDefinition", "templates.get", "definition"],
  ["MessageStatus", "messages.get", "status"],
  ["ReasonCode", "messages.get", "reason_code"],
  ["TemplateCategory", "templates.get", "category"],
  ["TemplateStatus", "templates.get", "status"],
  ["ChannelStatus", "markets.get", "status"],
  ["ChannelReasonCode", "markets.get", "reason_code"],
  ["Message", "messages.get"],
  ["Send", "messages.send"],
  ["SendMessageBody", "messages.send", undefined, "body"],
  ["ExplainedMessage", "messages.activities", "explained"],
  ["Explanation", "messages.explain"],
  ["Template", "templates.get"],
  ["TemplatePreview", "templates.preview"],
  ["Contact", "contacts.get"],
  ["Webhook", "webhooks.get"],
  ["WebhookEventName", "webhooks.events", "events.event_type"],
  ["User", "users.get"],
  ["ProfileBrand", "profiles.get", "brand"],
  ["ProfileBrandBody", "profiles.create", "brand", "body"],
  ["Profile", "profiles.get"],
  ["Campaign", "campaigns.create"],
  ["Market", "markets.get"],
  ["WhatsappAccount", "whatsapp.connect"],
  ["RcsAgent", "rcs.order"],
  ["SenderProfile", "sender_profiles.get"]
]

const pascal = (name: string): string => name.replaceAll(/(?:^|[_.])(\w)/g, (_, first: string) => first.toUpperCase())
const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, first: string) => first.toUpperCase())

const objects = (ast: SchemaAST.AST): SchemaAST.Objects => {
  if (ast._tag !== "Objects") throw new Error(`${ast._tag} is no object.`)
  return ast
}

const operationOf = (name: Catalogue.OperationName): Any => Catalogue.operations[name] as unknown as Any

const dataOf = (name: Catalogue.OperationName): SchemaAST.AST => Schema.toEncoded(operationOf(name).data).ast

/** The field that a path of names leads to, through the items of lists. */
const fieldOf = (ast: SchemaAST.AST, field: string | undefined): SchemaAST.AST =>
  (field?.split(".") ?? []).reduce(
    (within, step) =>
      objects(within._tag === "Arrays" ? within.rest[0]! : within).propertySignatures.find(({ name }) => name === step)!
        .type,
    ast
  )

/** A type that is long has a file of its own. */
const homes: ReadonlyMap<string, string> = new Map([
  ["Pagination", ""],
  ["MessageStatus", ""],
  ["ReasonCode", ""],
  ["TemplateDefinition", "definitions"],
  ["ExplainedMessage", "explanations"],
  ["Explanation", "explanations"]
])

const groupOf = (operation: string): string => operation.slice(0, operation.indexOf("."))

interface Resource {
  readonly name: string
  readonly group: string
  readonly declaration: string
}

const declared = (name: string, text: string): string =>
  text.startsWith("{") && text.endsWith("}") ? `export interface ${name} ${text}\n` : `export type ${name} = ${text}\n`

/** The parts of an operation's name as the document has them, by which its fields are described. */
const placeOf = (name: string): ReadonlyArray<string> => name.split(".").map(camel)

/** The names by the text that they stand for, and the declarations of all of them. */
const readResources = () => {
  const names = new Map<string, string>()
  const resources = named.map(([name, operation, field, of]): Resource => {
    const ast = fieldOf(of === "body" ? Schema.toEncoded(operationOf(operation).body).ast : dataOf(operation), field)
    const place = of === "body" ? placeOf(operation) : [name]
    const text = Printing.described(ast, names, field === undefined ? place : [...placeOf(operation), field])
    names.set(Printing.plain(ast, names), name)
    const group = homes.get(name) ?? groupOf(operation)
    return { name, group, declaration: declared(name, text) }
  })
  return { names, resources }
}

const { names, resources } = readResources()

const header = (text: string): string => `/**\n * ${text} Made by \`npm run calls\`.\n */\n`

const isEmpty = (ast: SchemaAST.Objects): boolean =>
  ast.propertySignatures.length === 0 && ast.indexSignatures.length === 0

const isOptional = ({ propertySignatures }: SchemaAST.Objects): boolean =>
  propertySignatures.every(({ name, type }) => type.context?.isOptional === true || pages.has(String(name)))

interface Call {
  readonly declarations: ReadonlyArray<string>
  readonly member: string
}

/** The name of an operation in TypeScript, such as `SendMessage`. */
const titles = new Map<unknown, string>(Object.entries(Catalogue).map(([title, operation]) => [operation, title]))

/** Definitions are JSON of any form to the service, which tells all of their flaws together. */
const defined = (text: string): string => text.replaceAll(/(definition\??): Json/g, "$1: TemplateDefinition")

/** Where the HTTP API asks for a page, the facade has the first one of the usual size. */
const pages: ReadonlySet<string> = new Set(["page", "page_size"])
const paged = (text: string): string => text.replaceAll(/(page|page_size): number/g, "$1?: number")

/** Prints what a call says: a body, or a query, whose fields are described as parameters are. */
const said = (kind: "Body" | "Query", ast: SchemaAST.AST, name: Catalogue.OperationName): string =>
  kind === "Body"
    ? defined(Printing.described(ast, names, placeOf(name)))
    : paged(Printing.described(ast, names, [name], (field) => Describing.parameter(placeOf(name).join("."), field)))

const callOf = ({ method, path }: Binding, name: Catalogue.OperationName): Call => {
  const operation = operationOf(name)
  const title = titles.get(operation) ?? pascal(name)
  const ids = [...path.matchAll(/:(\w+)/g)].map(([, id]) => `${id}: string`)
  const body = objects(Schema.toEncoded(operation.body).ast)
  const query = objects(Schema.toType(operation.query).ast)
  const slot = method === "GET" ? { ast: query, kind: "Query" } as const : { ast: body, kind: "Body" } as const
  const data = dataOf(name)
  const short = Printing.plain(data, names)
  const isNamed = !short.startsWith("{")
  const answer = isNamed ? short : Printing.described(data, names, [...placeOf(name), "data"])
  const saying = Printing.plain(slot.ast, names)
  const isShared = !isEmpty(slot.ast) && !saying.startsWith("{")
  const given = isEmpty(slot.ast)
    ? []
    : [`${slot.kind.toLowerCase()}${isOptional(slot.ast) ? "?" : ""}: ${isShared ? saying : `${title}${slot.kind}`}`]
  const parameters = [...ids, ...given, "options?: CallOptions"].join(", ")
  const result = answer === "null" ? "void" : isNamed ? answer : `${title}Result`
  return {
    declarations: [
      ...(given.length === 0 || isShared
        ? []
        : [`export interface ${title}${slot.kind} ${said(slot.kind, slot.ast, name)}\n`]),
      ...(isNamed ? [] : [`export interface ${title}Result ${answer}\n`])
    ],
    member: `/** ${operation.summary}: \`${method} ${path}\`. */\nreadonly ${
      camel(name.slice(name.indexOf(".") + 1))
    }: (${parameters}) => Promise<${result}>\n`
  }
}

/** The imports of a file from the files that declare what it names. */
const importsOf = (group: string, text: string): string => {
  const places = [{ name: "Json", group: "" }, ...resources]
    .filter((each) => each.group !== group && new RegExp(`[^\\w"]${each.name}\\b`).test(text))
    .map(({ name, group: place }) => ({ name, file: place === "" ? "Common" : pascal(place) }))
  const files = [...new Set(places.map(({ file }) => file))].toSorted()
  return files.map((file) => {
    const from = places.filter((each) => each.file === file).map(({ name }) => name).toSorted()
    return `import type { ${from.join(", ")} } from "./${file}.ts"\n`
  }).join("")
}

/** Voice belongs to apps and to another part of the product, so the facade has none of it. */
const isCalled = ({ name }: Binding): boolean => !/^(calls|voice)\./.test(name)

const groups = [...new Set(bindings.filter(isCalled).map(({ name }) => groupOf(name)))]

const fileOf = (group: string): string => {
  const calls = bindings.flatMap((binding) =>
    groupOf(binding.name) === group ? [callOf(binding, binding.name as Catalogue.OperationName)] : []
  )
  const text = [
    ...resources.flatMap((each) => each.group === group ? [each.declaration] : []),
    ...calls.flatMap((call) => call.declarations),
    `export interface ${pascal(group)}Calls {\n${calls.map((call) => call.member).join("\n")}}\n`
  ].join("\n")
  const options = `import type { CallOptions } from "../CallOptions.ts"\n`
  return `${header(`The calls of ${group.replaceAll("_", " ")}.`)}${options}${importsOf(group, text)}\n${text}`
}

const all = (): string => {
  const imports = groups.map((group) => `import type { ${pascal(group)}Calls } from "./${pascal(group)}.ts"\n`)
  const members = groups.map((group) => `readonly ${camel(group)}: ${pascal(group)}Calls\n`)
  return `${header("All calls that an account can make.")}${imports.toSorted().join("")}\nexport interface Calls {\n${
    members.join("")
  }}\n`
}

/** The payloads of events, by the names of their components. */
const events = (): string => {
  const payloads = EventPayload.all.map(({ ast }) => {
    const name = String(ast.annotations?.["identifier"])
    return declared(name, Printing.described(ast, names, [name]))
  }).join("\n")
  return `${header("The payloads of events.")}${importsOf("events", payloads)}\n${payloads}`
}

const json = `/** A value of JSON. */
export type Json =
  | string
  | number
  | boolean
  | null
  | ReadonlyArray<Json>
  | { readonly [name: string]: Json }
`

const codes = `/** A code of the API's catalogue of errors. */
export type ApiErrorCode = ${Object.keys(errorCodes).map((code) => JSON.stringify(code)).join(" | ")}
`
/** The file of what has one of its own. */
const home = (of: string, says: string): string => {
  const text = resources.flatMap(({ declaration, group }) => group === of ? [declaration] : []).join("\n")
  return `${header(says)}${importsOf(of, text)}\n${text}`
}

/** The text of each file, by its name. */
export const generated = (): ReadonlyMap<string, string> =>
  new Map([
    [
      "Common.ts",
      [
        `${header("The types that the answers of several groups share.")}${json}`,
        codes,
        ...resources.flatMap(({ declaration, group }) => group === "" ? [declaration] : [])
      ].join("\n")
    ],
    ["Calls.ts", all()],
    ["Definitions.ts", home("definitions", "The definitions of templates.")],
    ["Explanations.ts", home("explanations", "What would become of messages, and why.")],
    ["EventPayloads.ts", events()],
    ...groups.map((group) => [`${pascal(group)}.ts`, fileOf(group)] as const)
  ])

/** Returns the part of a text that does not depend on its format. */
export const essence = (text: string): string => text.replaceAll(/\s+/g, "").replaceAll(/([:<=(])\|/g, "$1")
