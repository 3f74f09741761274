/**
 * Reads the public client's own `.d.ts`: the operations that it declares, and the types of their answers as far as JSON
 * goes.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseAst } from "vitest/node"

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/** The declarations of a file, or of a namespace in it, within which a name means something. */
interface Scope {
  readonly file: string
  readonly names: ReadonlyMap<string, Declared>
  readonly outer: Scope | null
}

/** An interface or an alias, a namespace, or both by the same name. */
interface Declared {
  type?: Node
  space?: Scope
}

/** A type, and where its names are to be looked up. */
export interface Declaration {
  readonly node: Node
  readonly scope: Scope
}

export interface Operation {
  /** As its caller writes it: `webhooks.listEvents`. */
  readonly name: string
  /** Null when it answers nothing. */
  readonly answer: Declaration | null
}

const nodes = (value: unknown): ReadonlyArray<Node> => (value ?? []) as ReadonlyArray<Node>
const node = (value: unknown): Node => value as Node
const nameOf = (value: unknown): string => String(node(value)["name"] ?? node(value)["value"])

const scopeOf = (file: string, statements: ReadonlyArray<Node>, outer: Scope | null): Scope => {
  const names = new Map<string, Declared>()
  const scope = { file, names, outer }
  const declared = (id: unknown): Declared => {
    const found = names.get(nameOf(id)) ?? {}
    names.set(nameOf(id), found)
    return found
  }
  for (const statement of statements) {
    const found = node(statement["declaration"] ?? statement)
    if (statement.type === "ImportDeclaration") {
      const target = join(dirname(file), String(node(statement["source"])["value"]).replace(/\.js$/, ".d.ts"))
      for (const specifier of nodes(statement["specifiers"])) {
        const place = declared(specifier["local"])
        if (specifier.type === "ImportNamespaceSpecifier" && existsSync(target)) {
          Object.defineProperty(place, "space", { get: () => fileScope(target) })
        }
      }
    } else if (found.type === "TSInterfaceDeclaration" || found.type === "TSTypeAliasDeclaration") {
      declared(found["id"]).type = found
    } else if (found.type === "TSModuleDeclaration") {
      declared(found["id"]).space = scopeOf(file, nodes(node(found["body"])["body"]), scope)
    }
  }
  return scope
}

const programs = new Map<string, Node>()
const scopes = new Map<string, Scope>()

const programOf = (file: string): Node => {
  const found = programs.get(file) ??
    parseAst(readFileSync(file, "utf8"), { lang: "dts", sourceType: "module" }, file) as unknown as Node
  programs.set(file, found)
  return found
}

const fileScope = (file: string): Scope => {
  const found = scopes.get(file) ?? scopeOf(file, nodes(programOf(file)["body"]), null)
  scopes.set(file, found)
  return found
}

const namesIn = (typeName: Node): ReadonlyArray<string> =>
  typeName.type === "TSQualifiedName" || typeName.type === "MemberExpression"
    ? [...namesIn(node(typeName["left"] ?? typeName["object"])), nameOf(typeName["right"] ?? typeName["property"])]
    : [nameOf(typeName)]

const find = ([first, ...rest]: ReadonlyArray<string>, scope: Scope): Declaration => {
  for (let place: Scope | null = scope; place !== null; place = place.outer) {
    let found = place.names.get(first!)
    let at: Scope = place
    for (const name of rest) {
      at = found?.space ?? at
      found = found?.space?.names.get(name)
    }
    if (found?.type !== undefined) return { node: found.type, scope: at }
  }
  throw new Error(`${scope.file} does not declare ${[first, ...rest].join(".")}`)
}

const argument = (reference: Node, index = 0): Node =>
  nodes(node(reference["typeArguments"] ?? reference["typeParameters"])["params"])[index]!

/** The declared properties, those of the interfaces that it extends included. Null for what is no object. */
interface Shape {
  readonly properties: ReadonlyMap<string, Declaration>
  readonly others: Declaration | null
}

const members = (body: ReadonlyArray<Node>, scope: Scope): Shape => ({
  properties: new Map(
    body.filter(({ type }) => type === "TSPropertySignature").map((each) => [
      nameOf(each["key"]),
      { node: node(node(each["typeAnnotation"])["typeAnnotation"]), scope }
    ])
  ),
  others: body.filter(({ type }) => type === "TSIndexSignature").map((each) => ({
    node: node(node(each["typeAnnotation"])["typeAnnotation"]),
    scope
  }))[0] ?? null
})

const shapeOf = ({ node: declared, scope }: Declaration): Shape => {
  const own = members(
    nodes(declared.type === "TSInterfaceDeclaration" ? node(declared["body"])["body"] : declared["members"]),
    // The names of an interface's own namespace are looked up with its name before them.
    scope
  )
  const inherited = nodes(declared["extends"]).map((each) => shapeOf(find(namesIn(node(each["expression"])), scope)))
  return {
    properties: new Map([...inherited.flatMap(({ properties }) => [...properties]), ...own.properties]),
    others: own.others
  }
}

const kindOf = (value: unknown): string => value === null ? "null" : Array.isArray(value) ? "array" : typeof value

const keywords: Readonly<Record<string, string>> = {
  TSStringKeyword: "string",
  TSNumberKeyword: "number",
  TSBooleanKeyword: "boolean",
  TSNullKeyword: "null",
  TSUndefinedKeyword: "undefined"
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => kindOf(value) === "object"

const ofObject = (declaration: Declaration, value: unknown, at: string): ReadonlyArray<string> => {
  if (!isObject(value)) return [`${at} is ${kindOf(value)}, not an object`]
  const { others, properties } = shapeOf(declaration)
  const below = (name: string): string => at === "" ? name : `${at}.${name}`
  return [
    ...[...properties].flatMap(([name, declared]) =>
      name in value ? differences(declared, value[name], below(name)) : [`${below(name)} is missing`]
    ),
    ...Object.entries(value).filter(([name]) => !properties.has(name)).flatMap(([name, inner]) =>
      others === null ? [`${below(name)} is not declared`] : differences(others, inner, below(name))
    )
  ]
}

const ofArray = (item: Declaration, value: unknown, at: string): ReadonlyArray<string> =>
  Array.isArray(value)
    ? [...new Set(value.flatMap((each) => differences(item, each, `${at}[]`)))]
    : [`${at} is ${kindOf(value)}, not an array`]

const ofUnion = (types: ReadonlyArray<Declaration>, value: unknown, at: string): ReadonlyArray<string> => {
  const found = types.map((type) => differences(type, value, at))
  // Of several the closest one tells what is wrong.
  return found.reduce((closest, each) => each.length < closest.length ? each : closest)
}

/** Returns in what a JSON value is not what is declared: `data.id is missing`, `data.name is number, not string`. */
export const differences = (declaration: Declaration, value: unknown, at = ""): ReadonlyArray<string> => {
  const { node: type, scope } = declaration
  const inner = (each: Node): Declaration => ({ node: each, scope })
  switch (type.type) {
    case "TSUnknownKeyword":
      return []
    case "TSInterfaceDeclaration":
    case "TSTypeLiteral":
      return ofObject(declaration, value, at)
    case "TSTypeAliasDeclaration":
      return differences(inner(node(type["typeAnnotation"])), value, at)
    case "TSArrayType":
      return ofArray(inner(node(type["elementType"])), value, at)
    case "TSUnionType": {
      const types = nodes(type["types"])
      const fitting = types.filter((each) => (each.type === "TSNullKeyword") === (value === null))
      return ofUnion((fitting.length > 0 ? fitting : types).map(inner), value, at)
    }
    case "TSLiteralType": {
      const literal = node(type["literal"])["value"]
      return value === literal ? [] : [`${at} is ${JSON.stringify(value)}, not ${JSON.stringify(literal)}`]
    }
    case "TSTypeReference": {
      const names = namesIn(node(type["typeName"]))
      return names.join(".") === "Array"
        ? ofArray(inner(argument(type)), value, at)
        : differences(find(names, scope), value, at)
    }
    default: {
      const expected = keywords[type.type]
      if (expected === undefined) throw new Error(`${scope.file} declares ${at} by ${type.type}`)
      return kindOf(value) === expected ? [] : [`${at} is ${kindOf(value)}, not ${expected}`]
    }
  }
}

const resources = fileURLToPath(new URL("resources/", import.meta.resolve("@sentdm/sentdm")))

/** The names by which callers reach the class of each resource: `profiles.campaigns` of `Campaigns`. */
const placeOf = (file: string, name: string): string => {
  const own = name[0]!.toLowerCase() + name.slice(1)
  const parent = dirname(file.slice(resources.length))
  return parent === "." || parent === own ? own : `${parent}.${own}`
}

const operationsOf = (file: string): ReadonlyArray<Operation> => {
  const scope = fileScope(file)
  return nodes(programOf(file)["body"]).flatMap((statement) => {
    const declared = node(statement["declaration"] ?? statement)
    if (declared.type !== "ClassDeclaration" || nameOf(declared["superClass"] ?? {}) !== "APIResource") return []
    const place = placeOf(file, nameOf(declared["id"]))
    return nodes(node(declared["body"])["body"]).flatMap((member) => {
      const returns = node(node(member["value"] ?? {})["returnType"] ?? {})["typeAnnotation"]
      if (returns === undefined || nameOf(node(returns)["typeName"]) !== "APIPromise") return []
      const answer = argument(node(returns))
      return [{
        name: `${place}.${nameOf(member["key"])}`,
        answer: answer.type === "TSVoidKeyword" ? null : { node: answer, scope }
      }]
    })
  })
}

/** Every operation that the client has. */
export const operations: ReadonlyArray<Operation> = readdirSync(resources, { recursive: true })
  .map(String)
  .filter((path) => path.endsWith(".d.ts"))
  .flatMap((path) => operationsOf(join(resources, path)))
  .toSorted((one, other) => one.name < other.name ? -1 : 1)
