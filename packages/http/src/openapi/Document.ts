/**
 * Completes the OpenAPI that Effect prints of the contract with what is the same for all operations.
 */
import { components } from "./Component.ts"
import * as SharedResponses from "./SharedResponses.ts"

/** The parts of the document that are completed. */
interface Printed {
  readonly info?: object
  readonly paths?: SharedResponses.Paths
  readonly components?: { readonly schemas?: object; readonly securitySchemes?: Readonly<Record<string, object>> }
}

const description = `Sends and receives SMS, WhatsApp, RCS and MMS.

Every answer has the same envelope: \`success\`, \`data\`, \`error\` and \`meta\`. A program branches on \`error.code\`. \
Fields may be added to answers at any time, and fields of requests that the service does not know are ignored.`

/**
 * Opens every object for fields that are not named: the service ignores what it does not know, and may answer more than
 * it does today. Effect prints the structs closed.
 */
const open = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(open)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      name === "additionalProperties" && inner === false ? [] : [[name, name === "example" ? inner : open(inner)]]
    )
  )
}

const securitySchemes = (printed: Readonly<Record<string, object>> = {}) => ({
  ...printed,
  apiKey: { ...printed["apiKey"], description: "The key of the account, in the header `x-api-key`." },
  bearer: { ...printed["bearer"], description: "The same key as a bearer token." }
})

export const complete = (printed: Printed): object => {
  const { components: own, info, paths = {}, ...rest } = open(printed) as Printed
  const shared = SharedResponses.share(paths)
  return {
    ...rest,
    paths: shared.paths,
    info: { ...info, description, license: { name: "MIT", identifier: "MIT" } },
    components: {
      ...own,
      ...components,
      responses: shared.responses,
      securitySchemes: securitySchemes(own?.securitySchemes)
    }
  }
}
