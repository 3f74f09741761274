/**
 * Completes the OpenAPI that Effect prints of the contract with what is the same for all operations.
 */
import * as KeyScope from "@signalbox/core/KeyScope"
import { components } from "./Component.ts"
import * as Describing from "./Describing.ts"
import * as Events from "./Events.ts"
import * as Guide from "./Guide.ts"
import * as Printing from "./Printing.ts"
import { SentDefinition } from "./SentDefinition.ts"
import * as SharedResponses from "./SharedResponses.ts"

/** The parts of the document that are completed. */
interface Printed {
  readonly info?: object
  readonly tags?: ReadonlyArray<object>
  readonly paths?: SharedResponses.Paths
  readonly components?: {
    readonly schemas?: Readonly<Record<string, object>>
    readonly securitySchemes?: Readonly<Record<string, object>>
  }
}

/**
 * A generated client is told where the service is. A relative URL would become `//v3/messages` in some of them, and a
 * first schema of OpenAPI 3.1, by which some tools still judge, takes no description of a variable.
 */
const servers = [{
  url: "{base_url}",
  description: "The service that embeds Signalbox: `base_url` is where it is, without a slash at the end.",
  variables: { base_url: { default: "http://localhost:3000" } }
}]

const contact = { name: "The operator of this service" }

/**
 * Opens every object for fields that are not named: the service ignores what it does not know, and may answer more than
 * it does today. Effect prints the structs closed, and a choice of one as a choice.
 */
const open = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(open)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (name === "additionalProperties" && inner === false) return []
      if (name === "anyOf" && Array.isArray(inner) && inner.length === 1) {
        return Object.entries(open(inner[0]) as object)
      }
      return [[name, name === "example" || name === "examples" ? inner : open(inner)]]
    })
  )
}

/** Tells what the scope that each operation names is. */
const scopes = "Signalbox, beyond v3: a key may be narrowed down to scopes, and each operation names in `x-scope` " +
  `the one that it needs then: ${
    Object.entries(KeyScope.meanings).map(([scope, meaning]) => `\`${scope}\` ${meaning}`).join("; ")
  }. Without it the answer is 403 AUTH_004, as from an address that the key is not for. A key without scopes may do ` +
  "everything."

const securitySchemes = (printed: Readonly<Record<string, object>> = {}) => ({
  ...printed,
  apiKey: { ...printed["apiKey"], description: `The key of the account, in the header \`x-api-key\`. ${scopes}` },
  bearer: { ...printed["bearer"], description: "The same key as a bearer token." }
})

const described = (schemas: Readonly<Record<string, object>>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, each]) => [name, Describing.schema(each, [name])]))

export const complete = (printed: Printed): object => {
  const { components: own, info, paths = {}, ...rest } = open(printed) as Printed
  const shared = SharedResponses.share(paths)
  const added = open({ ...Printing.components([SentDefinition]), ...Events.schemas() }) as Record<string, object>
  return {
    ...rest,
    info: { ...info, description: Guide.markdown(), contact, license: { name: "MIT", identifier: "MIT" } },
    servers,
    tags: [...(rest.tags ?? []), Events.tag],
    paths: shared.paths,
    webhooks: Events.webhooks(),
    components: {
      ...components,
      parameters: { ...components.parameters, ...Events.parameters },
      schemas: described({ ...own?.schemas, ...added }),
      responses: shared.responses,
      securitySchemes: securitySchemes(own?.securitySchemes)
    }
  }
}
