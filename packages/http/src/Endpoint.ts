/**
 * The endpoint of an operation for the typed clients and the OpenAPI of Effect.
 */
import type { Fields } from "@signalbox/core/Operation"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { hasBody } from "effect/http/HttpMethod"
import * as Schema from "effect/Schema"
import type { Bound, Described, Method } from "./Binding.ts"
import * as Envelope from "./Envelope.ts"
import * as OperationDescription from "./openapi/OperationDescription.ts"
import * as Statuses from "./Statuses.ts"

const texts = <Text extends Schema.Constraint>(
  { fields }: Pick<Fields<unknown>, "fields">,
  text: Text
): Schema.Struct<{ readonly [name: string]: Text }> | undefined => {
  const names = Object.keys(fields)
  return names.length === 0 ? undefined : Schema.Struct(Object.fromEntries(names.map((name) => [name, text])))
}

const successes = (operation: Described) =>
  Statuses.successes(operation).map((status) =>
    status === 204 ? HttpApiSchema.NoContent : Envelope.success(operation.data).pipe(HttpApiSchema.status(status))
  )

/** Makes the endpoint of a binding. */
export const make = <E extends HttpApiEndpoint.Constraint>({ binding: { method, path }, operation }: Bound<E>): E => {
  const { headers, name, summary } = operation
  const failures = Statuses.failures(operation, hasBody(method))
  const endpoint = HttpApiEndpoint.make<Method>(method)(name.slice(name.indexOf(".") + 1), path, {
    params: texts(operation.path, Schema.String),
    query: texts(operation.query, Schema.optionalKey(Schema.String)),
    ...(hasBody(method) ? { payload: operation.body } : {}),
    success: successes(operation),
    error: [...failures.keys()].map((status) => Envelope.Failure.pipe(HttpApiSchema.status(status)))
  })
    .annotate(OpenApi.Summary, summary)
    .annotate(OpenApi.Deprecated, headers?.["deprecation"] !== undefined)
    .annotate(OpenApi.Transform, OperationDescription.complete(operation, hasBody(method)))
  // The fields of a Schema are the keys of the value, and the method says whether there is a body. TypeScript cannot
  // prove either for a generic operation.
  return endpoint as unknown as E
}
