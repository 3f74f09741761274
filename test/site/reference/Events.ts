/**
 * The page of the events: when each is told, its payload, and an example.
 */
import type { Page } from "../Page.ts"
import { document } from "./OpenApi.ts"
import * as Schema from "./Schema.ts"
import { code, fence, paragraphs, table } from "./Text.ts"

const { components, webhooks } = document

const anchorOf = (name: string): string => name.replaceAll(".", "").toLowerCase()

const families = [...new Set(Object.keys(webhooks).map((name) => name.split(".")[0]!))]

/** The fields of the payload, whichever way the event's schema is composed. */
const payloadOf = (schema: Schema.JsonSchema | undefined): Schema.JsonSchema | undefined => {
  if (schema === undefined) return undefined
  if (schema.$ref !== undefined) return payloadOf(components.schemas[Schema.nameOf(schema.$ref)])
  const [found] = [schema, ...(schema.allOf ?? [])].flatMap((each) => each.properties?.["payload"] ?? [])
  return found?.$ref === undefined ? found : components.schemas[Schema.nameOf(found.$ref)]
}

const sectionOf = (name: string): string => {
  const { requestBody, summary } = webhooks[name]!.post
  const content = requestBody?.content["application/json"]
  const example = content?.example ?? Object.values(content?.examples ?? {})[0]?.value
  const payload = payloadOf(content?.schema)
  return paragraphs(
    `### ${name} {#${anchorOf(name)}}`,
    summary,
    payload === undefined
      ? ""
      : table(
        ["Field of `payload`", "Type", "Meaning"],
        Schema.rows(payload).map(([field, type, says]) => [
          field,
          type.replace(/\[([^\]]+)\]\(#object-[^)]+\)/g, "$1"),
          says
        ])
      ),
    fence("json", JSON.stringify(example, null, 2))
  ).trimEnd()
}

const headers = Object.values(components.parameters).filter(({ name }) => name.toLowerCase().startsWith("x-webhook"))

export const page: Page = {
  file: "reference/events.md",
  front: {
    description: "Every event that a webhook can be told, with the fields of its payload and an example.",
    order: 60
  },
  written: false,
  text: paragraphs(
    "# Events",
    "A webhook is told events by `POST`, signed. These tables are made from the OpenAPI document, and the examples were " +
      "recorded from a running service.",
    table(
      ["Event", "When"],
      Object.entries(webhooks).map(([name, { post }]) => [`[${name}](#${anchorOf(name)})`, post.summary])
    ),
    "## Headers",
    table(
      ["Header", "Meaning"],
      headers.map(({ description = "", name }) => [code(name), description])
    ),
    ...families.flatMap((family) => [
      `## ${family}`,
      ...Object.keys(webhooks).filter((name) => name.startsWith(`${family}.`)).map(sectionOf)
    ])
  )
}
