/**
 * The declarations of the facade, read from its sources: each exported type and function with its documentation, as its `.d.ts`
 * has it.
 */
import { parseAst } from "vitest/node"
import { read } from "../Repository.ts"

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

export interface Member {
  readonly name: string
  readonly optional: boolean
  /** As it is written, on one line. */
  readonly type: string
  readonly doc: string
}

export interface Declaration {
  readonly name: string
  readonly kind: "interface" | "type" | "function" | "class" | "const"
  readonly doc: string
  readonly code: string
  readonly members: ReadonlyArray<Member>
}

/** The text of a doc comment, as paragraphs. */
const plain = (comment: string): string =>
  comment.replace(/^\/\*\*|\*\/$/g, "").split("\n").map((line) => line.replace(/^\s*\* ?/, "").trim()).join("\n").trim()

/** The doc comment that ends where something begins, with nothing but space between. */
const docBefore = (text: string, start: number): string => {
  const before = text.slice(0, start).trimEnd()
  if (!before.endsWith("*/")) return ""
  const comment = before.slice(before.lastIndexOf("/*"))
  return comment.startsWith("/**") ? plain(comment) : ""
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

const nodes = (value: unknown): ReadonlyArray<Node> => Array.isArray(value) ? value.filter(isNode) : []

const nameOf = (node: unknown): string => isNode(node) ? String(node["name"] ?? node["value"] ?? "") : ""

const oneLine = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\s+/g, " ").replace(/^\| /, "").trim()

const memberOf = (text: string, node: Node): Member => {
  const annotation = node["typeAnnotation"]
  const type = isNode(annotation) ? text.slice(annotation.start, annotation.end).replace(/^:\s*/, "") : "unknown"
  return {
    name: nameOf(node["key"]),
    optional: node["optional"] === true,
    type: oneLine(type),
    doc: docBefore(text, node.start)
  }
}

/** A class without what its methods do. */
const classCode = (text: string, node: Node): string => {
  const body = node["body"] as Node
  const members = nodes(body["body"]).filter((member) => member["accessibility"] !== "private").map((member) => {
    const value = member["value"]
    const inner = isNode(value) && isNode(value["body"]) ? value["body"] : undefined
    const initial = inner === undefined && isNode(value) ? value : undefined
    const end = inner?.start ?? initial?.start ?? member.end
    const doc = docBefore(text, member.start)
    const comment = doc === "" ? "" : `  /** ${doc.replaceAll("\n", " ")} */\n`
    return `${comment}  ${text.slice(member.start, end).replace(/[={\s]+$/, "")}`
  })
  return `${text.slice(node.start, body.start)}{\n${members.join("\n")}\n}`
}

const constant = (text: string, node: Node): Pick<Declaration, "name" | "kind" | "code"> => {
  const [declarator] = nodes(node["declarations"])
  const id = declarator!["id"] as Node
  const init = declarator!["init"]
  const name = nameOf(id)
  if (isNode(id["typeAnnotation"])) return { name, kind: "const", code: `const ${text.slice(id.start, id.end)}` }
  if (!isNode(init) || init.type !== "ArrowFunctionExpression") throw new Error(`${name} of the facade has no type.`)
  const body = init["body"] as Node
  const signature = text.slice(init.start, body.start).replace(/=>\s*\(?\s*$/, "").trim()
  return { name, kind: "function", code: `function ${name}${signature}` }
}

const declared = (text: string, outer: Node): ReadonlyArray<Declaration> => {
  const node = outer["declaration"]
  if (outer.type !== "ExportNamedDeclaration" || !isNode(node)) return []
  const doc = docBefore(text, outer.start)
  const whole = text.slice(node.start, node.end)
  const name = nameOf(node["id"])
  switch (node.type) {
    case "TSInterfaceDeclaration": {
      const members = nodes((node["body"] as Node)["body"])
      return [{ name, kind: "interface", doc, code: whole, members: members.map((member) => memberOf(text, member)) }]
    }
    case "TSTypeAliasDeclaration":
      return [{ name, kind: "type", doc, code: whole, members: [] }]
    case "ClassDeclaration":
      return [{ name, kind: "class", doc, code: classCode(text, node), members: [] }]
    case "VariableDeclaration":
      return [{ ...constant(text, node), doc, members: [] }]
    default:
      throw new Error(`The facade exports a ${node.type}, which its reference does not show.`)
  }
}

export interface Module {
  /** Its file without the folder and the ending: `Options`, `calls/Messages`. */
  readonly name: string
  readonly doc: string
  readonly declarations: ReadonlyArray<Declaration>
}

const folder = "packages/signalbox/src"

export const moduleOf = (name: string): Module => {
  const text = read(`${folder}/${name}.ts`)
  const program = parseAst(text, { lang: "ts", sourceType: "module" }, name) as unknown as Node
  const [, first = ""] = /^(\/\*\*[\s\S]*?\*\/)\n/.exec(text) ?? []
  return {
    name,
    doc: plain(first),
    declarations: nodes(program["body"]).flatMap((node) => declared(text, node))
  }
}

/** Every module of the facade's public face. */
export const modules: ReadonlyArray<Module> = [
  ...read(`${folder}/index.ts`).matchAll(/^export (?:type )?\* from "\.\/(.+)\.ts"$/gm)
].map(([, name = ""]) => moduleOf(name))
