/**
 * The v3 contract as an `HttpApi` of Effect, of which typed clients and OpenAPI are made.
 */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import type { AnyBound, EndpointOf } from "./Binding.ts"
import * as Contract from "./Contract.ts"
import * as Endpoint from "./Endpoint.ts"
import * as Envelope from "./Envelope.ts"
import * as Document from "./openapi/Document.ts"

type Grouped<G> = G extends Contract.Group<infer Name, infer Bounds>
  ? HttpApiGroup.HttpApiGroup<Name, EndpointOf<Bounds[number]>>
  : never

type Groups<All> = { readonly [Index in keyof All]: Grouped<All[Index]> }

const grouped = ({ bounds, description, name, title }: Contract.Group<string, ReadonlyArray<AnyBound>>) => {
  const [first, ...others] = bounds.map((bound) => Endpoint.make(bound))
  return HttpApiGroup.make(name).add(first!, ...others)
    .annotate(OpenApi.Description, description)
    .annotate(OpenApi.Override, { "x-displayName": title })
}

// TypeScript loses what stands at which place of a list when it is mapped.
const groups = Contract.groups.map(grouped) as unknown as Groups<typeof Contract.groups>

/** Declares for OpenAPI where a request carries its key. The steps check it. */
class Credential extends HttpApiMiddleware.Service<Credential>()("@signalbox/http/Api/Credential", {
  security: {
    apiKey: HttpApiSecurity.apiKey({ key: "x-api-key", in: "header" }),
    bearer: HttpApiSecurity.bearer
  }
}) {}

export class Api extends HttpApi.make("signalbox")
  .add(...groups)
  .middleware(Credential)
  .annotate(OpenApi.Title, "Signalbox")
  .annotate(OpenApi.Version, Envelope.version)
  .annotate(OpenApi.Transform, Document.complete)
{}

export { bindings } from "./Contract.ts"
