/**
 * The pages of the HTTP API, one for each group of operations: parameters, bodies, answers, errors and examples.
 */
import type { Page } from "../Page.ts"
import type { Content, Operation, Parameter } from "./OpenApi.ts"
import { document } from "./OpenApi.ts"
import * as Schema from "./Schema.ts"
import { code, fence, kebab, paragraphs, table, words } from "./Text.ts"

interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const { components, paths } = document

const calls: ReadonlyArray<Call> = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation }))
)

/** The events have a page of their own. */
const tags = document.tags.filter(({ name }) => name !== "events")

const of = (tag: string): ReadonlyArray<Call> => calls.filter(({ operation }) => operation.tags[0] === tag)

/** `messages.send` as the anchor `messages-send`. */
const anchorOf = ({ operation }: Call): string => operation.operationId.replaceAll(/[._]/g, "-")

const resolved = (parameter: Parameter): Parameter =>
  parameter.$ref === undefined ? parameter : components.parameters[Schema.nameOf(parameter.$ref)]!

const json = (value: unknown): string => JSON.stringify(value, null, 2)

const examplesOf = (content: Content | undefined): ReadonlyArray<readonly [title: string, value: unknown]> => {
  if (content?.example !== undefined) return [["", content.example]]
  return Object.entries(content?.examples ?? {}).map((
    [name, { summary, value }],
    index
  ) => [index === 0 ? "" : summary ?? words(name), value])
}

/** In a shell, with the example of the body. */
const curl = ({ method, operation, path }: Call): string => {
  const [[, body] = []] = examplesOf(operation.requestBody?.content["application/json"])
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${kebab(name).replaceAll("-", "_").toUpperCase()}`)
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}"$SIGNALBOX${place}"`,
    `-H "x-api-key: $API_KEY"`,
    ...(body === undefined
      ? []
      : [`-H "content-type: application/json"`, `-d '${json(body).replaceAll("'", `'\\''`)}'`])
  ].join(" \\\n  ")
}

const parametersOf = ({ operation }: Call): string => {
  const all = (operation.parameters ?? []).map(resolved)
  const own = all.filter(({ in: place }) => place !== "header")
  const headers = all.filter(({ in: place }) => place === "header").map(({ name }) => code(name))
  return paragraphs(
    table(
      ["Parameter", "In", "Type", "Meaning"],
      own.map(({ description = "", in: place, name, required, schema }) => [
        `${code(name)}${required === true ? "" : " _optional_"}`,
        place,
        Schema.typeOf(schema),
        description
      ])
    ),
    headers.length === 0 ? "" : `It takes the [headers](/reference/http/#headers) ${headers.join(", ")}.`
  ).trimEnd()
}

const bodyOf = ({ operation }: Call): string => {
  const contents = operation.requestBody?.content
  const content = contents?.["application/json"]
  if (contents === undefined || content?.schema === undefined) return ""
  const rows = Schema.rows(content.schema)
  const others = Object.keys(contents).filter((type) => type !== "application/json")
  return paragraphs(
    "### Body",
    content.schema.$ref === undefined ? "" : `The body is a ${Schema.typeOf(content.schema)}.`,
    table(["Field", "Type", "Meaning"], rows),
    others.length === 0 ? "" : `It may come as ${others.map(code).join(" or ")} too.`
  ).trimEnd()
}

const answerOf = ({ operation }: Call): string => {
  const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"))
  const said = successes.map(([status, { content }]) => {
    const schema = content?.["application/json"]?.schema
    const data = schema?.properties?.["data"] ?? schema
    return data === undefined
      ? `- **${status}** without a body.`
      : `- **${status}** with ${Schema.typeOf(data)} as \`data\`.`
  })
  const rows = successes.flatMap(([, { content }]) => {
    const data = content?.["application/json"]?.schema?.properties?.["data"]
    return data === undefined || data.$ref !== undefined ? [] : Schema.rows(data)
  })
  const shown = successes.flatMap(([status, { content }]) =>
    examplesOf(content?.["application/json"]).slice(0, 2).map(([title, value]) =>
      paragraphs(`\`${status}\`${title === "" ? "" : ` ${title}`}:`, fence("json", json(value))).trimEnd()
    )
  )
  return paragraphs("### Answer", said.join("\n"), table(["Field of `data`", "Type", "Meaning"], rows), ...shown)
    .trimEnd()
}

const codesOf = (description: string): ReadonlyArray<string> =>
  [...description.matchAll(/`([A-Z]+_\d{3})`/g)].map(([, found = ""]) => found)

const errorsOf = ({ operation }: Call): string => {
  const rows = Object.entries(operation.responses).filter(([status]) => !status.startsWith("2"))
    .map(([status, response]) => {
      const found = response.$ref === undefined ? response : components.responses[Schema.nameOf(response.$ref)]
      const codes = codesOf(found?.description ?? "")
      return [status, codes.map((each) => `[${each}](/reference/errors#${each.toLowerCase()})`).join(", ")]
    })
  return paragraphs("### Errors", table(["Status", "Codes"], rows)).trimEnd()
}

const sectionOf = (call: Call): string => {
  const { method, operation, path } = call
  const scope = operation["x-scope"]
  return paragraphs(
    `## ${operation.summary} {#${anchorOf(call)}}`,
    `\`${method} ${path}\``,
    operation.description ?? "",
    scope === undefined ? "" : `A key that is narrowed down to scopes needs \`${scope}\`.`,
    parametersOf(call),
    bodyOf(call),
    "### Request",
    fence("sh", curl(call)),
    answerOf(call),
    errorsOf(call)
  ).trimEnd()
}

const objectOf = (name: string): string => {
  const schema = components.schemas[name]!
  const rows = Schema.rows(schema)
  return paragraphs(
    `### ${name} {#${Schema.anchorOf(name)}}`,
    schema.description ?? "",
    rows.length === 0 ? `${Schema.typeOf(schema)}.` : table(["Field", "Type", "Meaning"], rows)
  ).trimEnd()
}

/** Every answer has these, and the first page tells of them. */
const common = new Set(["Meta", "ApiError", "Failure"])

const objectsOf = (all: ReadonlyArray<Call>): ReadonlyArray<string> => {
  const read = all.map(({ operation: { parameters, requestBody, responses } }) => ({
    parameters,
    requestBody,
    responses: Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith("2")))
  }))
  return [...Schema.reachable(components.schemas, read)].filter((name) => !common.has(name))
}

const tagPage = (
  { description, name }: { readonly name: string; readonly description: string },
  order: number
): Page => {
  const own = of(name)
  const objects = objectsOf(own)
  return {
    file: `reference/http/${kebab(name)}.md`,
    front: { description, order, outline: 2 },
    written: false,
    text: paragraphs(
      `# ${words(name)}`,
      description,
      table(
        ["Operation", "Call"],
        own.map((call) => [`[${call.operation.summary}](#${anchorOf(call)})`, `\`${call.method} ${call.path}\``])
      ),
      ...own.map(sectionOf),
      ...(objects.length === 0 ? [] : ["## Objects", ...objects.map(objectOf)])
    )
  }
}

const headers = Object.values(components.parameters).filter(({ name }) => !name.toLowerCase().startsWith("x-webhook"))

const firstPage: Page = {
  file: "reference/http/README.md",
  front: {
    description: "Every operation of the HTTP API, with its parameters, bodies, answers, errors and examples.",
    navigation: "All operations"
  },
  written: false,
  text: paragraphs(
    "# HTTP API",
    "These pages are made from the OpenAPI document that the service answers at `/openapi.json`, and that stands " +
      "[here](/openapi.json) too. The service itself serves a page at `/docs` that sends requests.",
    "## Requests",
    "Send JSON in UTF-8 with `content-type: application/json`, and your key as `x-api-key` or after " +
      "`Authorization: Bearer`. Fields that the service does not know are ignored. The samples take the address of your " +
      "service from `SIGNALBOX`, such as `http://localhost:3000`, and the key from `API_KEY`.",
    "## Headers",
    table(
      ["Header", "Type", "Meaning"],
      headers.map(({ description = "", name, schema }) => [code(name), Schema.typeOf(schema), description])
    ),
    "## Answers",
    "Every answer has the same envelope: `success`, `data`, `error` and `meta`. Of an error, a program reads " +
      "`error.code`: [all codes](/reference/errors) with their causes and remedies.",
    ...["Meta", "ApiError"].map(objectOf),
    "## Operations",
    ...tags.flatMap(({ description, name }) => [
      `### [${words(name)}](/reference/http/${kebab(name)})`,
      description,
      table(
        ["Operation", "Call"],
        of(name).map((call) => [
          `[${call.operation.summary}](/reference/http/${kebab(name)}#${anchorOf(call)})`,
          `\`${call.method} ${call.path}\``
        ])
      )
    ])
  )
}

export const pages: ReadonlyArray<Page> = [firstPage, ...tags.map((tag, index) => tagPage(tag, index + 1))]
