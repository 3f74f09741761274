/**
 * Prints Schemas that no operation has, for the components of the document.
 */
import * as JsonSchema from "effect/JsonSchema"
import * as Schema from "effect/Schema"

/** Returns the Schemas that have an identifier, and all within them that has one, as components by their names. */
export const components = (schemas: ReadonlyArray<Schema.Constraint>): Readonly<Record<string, object>> =>
  Object.assign(
    {},
    ...schemas.map((each) => {
      const { definitions, dialect, schema } = Schema.toJsonSchemaDocument(each, { onExcessProperty: "error" })
      return JsonSchema.toMultiDocumentOpenApi3_1({ definitions, dialect, schemas: [schema] }).definitions
    })
  )
