/**
 * The pages of the reference that are made from the code.
 */
import type { Page } from "../Page.ts"
import * as CommandLine from "./CommandLine.ts"
import * as Errors from "./Errors.ts"
import * as Events from "./Events.ts"
import * as Facade from "./Facade.ts"
import * as Http from "./Http.ts"
import * as Metrics from "./Metrics.ts"
import { printed } from "./OpenApi.ts"
import * as Settings from "./Settings.ts"
import * as States from "./States.ts"

export const pages: ReadonlyArray<Page> = [
  ...Http.pages,
  ...Facade.pages,
  CommandLine.page,
  Settings.page,
  Errors.page,
  Events.page,
  States.page,
  Metrics.page
]

/** JSON Schemas of the document, each with those that it names. */
const schemas = (): ReadonlyArray<readonly [path: string, text: string]> => {
  const { components } = printed as { readonly components: { readonly schemas: Readonly<Record<string, object>> } }
  return Object.entries(components.schemas).map(([name, schema]) => {
    const text = JSON.stringify(
      { $schema: "https://json-schema.org/draft/2020-12/schema", title: name, ...schema },
      null,
      2
    )
    return [`schemas/${name}.json`, `${text.replaceAll(/"#\/components\/schemas\/(\w+)"/g, "\"$1.json\"")}\n`]
  })
}

/** Files beside the pages, by their addresses. */
export const files = (): ReadonlyMap<string, string> =>
  new Map([["openapi.json", `${JSON.stringify(printed, null, 1)}\n`], ...schemas(), ...States.pictures])
