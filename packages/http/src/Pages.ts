/**
 * The two pages that anybody may read: the OpenAPI document, and the reference page made from it.
 */
import * as Effect from "effect/Effect"
import * as OpenApi from "effect/http-api/OpenApi"
import { Api } from "./Api.ts"
import type { HttpResponse } from "./HttpResponse.ts"
import * as ReferencePage from "./openapi/ReferencePage.ts"

export const document: Effect.Effect<HttpResponse> = Effect.sync(() => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(OpenApi.fromApi(Api))
}))

/** @param path of the page */
export const page = (path: `/${string}`): Effect.Effect<HttpResponse> => ReferencePage.make(Api, path)
