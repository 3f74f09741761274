/**
 * The reference page: Effect's own Scalar, whose script stands in the page. The browser is told to ask nobody but the
 * service itself, and to run only the two scripts of the page.
 */
import * as Digest from "@signalbox/core/Digest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import type { HttpResponse } from "../HttpResponse.ts"

/** The digest of a script in the form of a content security policy. */
const source = (script: string): string => `'sha256-${btoa(String.fromCharCode(...Digest.sha256Raw(script)))}'`

const scripts = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = ""]) => source(script))

/** Scalar writes its styles into the page at run time, so they cannot be named in advance. */
const policy = (html: string): string =>
  [
    "default-src 'none'",
    `script-src ${scripts(html).join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

/** Stands for the address of the service, which only the browser knows. */
const origin = "{the origin of the page}"

const decoder = new TextDecoder()

const guarded = ({ body, status }: HttpServerResponse): HttpResponse => {
  const written = body._tag === "Uint8Array" ? decoder.decode(body.body) : ""
  const html = written.replace(JSON.stringify(origin), "window.location.origin")
  return {
    status,
    headers: {
      "content-type": "text/html",
      "content-security-policy": policy(html),
      "referrer-policy": "no-referrer"
    },
    body: html
  }
}

/**
 * Sends what the reader has filled in. The page writes every optional header and parameter that is left empty, and an
 * empty one is a wrong one.
 */
const customFetch = `(input, init) => {
  const request = new Request(input, init)
  const url = new URL(request.url)
  for (const [name, value] of [...url.searchParams]) if (value === "") url.searchParams.delete(name, value)
  const headers = new Headers(request.headers)
  for (const [name, value] of [...headers]) if (value === "") headers.delete(name)
  return fetch(new Request(url, new Request(request, { headers })))
}`

/** The service that shows the page is the one that is asked. */
const scalar = {
  withDefaultFonts: false,
  customFetch,
  authentication: { preferredSecurityScheme: "apiKey" },
  servers: [{ url: origin, description: "This service" }]
}

interface Parameter {
  readonly required?: boolean
  readonly schema?: object
}

/** The parts of the document that have parameters. */
interface Printed {
  readonly paths?: { readonly [path: string]: { readonly [method: string]: object } }
  readonly components?: { readonly parameters?: { readonly [name: string]: object } }
}

/**
 * The page writes into its samples an empty value for a parameter that has a schema and no example, which the service
 * refuses. A parameter whose schema is that of its content stays away until the reader fills it in.
 */
const leftOut = (parameter: Parameter): object => {
  const { schema, ...rest } = parameter
  return schema === undefined || parameter.required === true
    ? parameter
    : { ...rest, content: { "text/plain": { schema } } }
}

const mapped = <A, B>(values: { readonly [name: string]: A } = {}, change: (value: A) => B) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))

const withParameters = (operation: { readonly parameters?: ReadonlyArray<Parameter> }): object =>
  operation.parameters === undefined
    ? operation
    : { ...operation, parameters: operation.parameters.map(leftOut) }

/** Returns the document as the page shows it. */
const shown = ({ components, paths, ...rest }: Printed): object => ({
  ...rest,
  paths: mapped(paths, (methods) => mapped(methods, withParameters)),
  components: { ...components, parameters: mapped(components?.parameters, leftOut) }
})

const withSamples = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): HttpApi.HttpApi<Id, Groups> => {
  const complete = Option.getOrUndefined(Context.getOption(api.annotations, OpenApi.Transform))
  return api.annotate(OpenApi.Transform, (printed) => shown(complete?.(printed) ?? printed))
}

/** Makes the page. Effect loads the script of more than three megabytes only now. */
export const make = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  path: `/${string}`
): Effect.Effect<HttpResponse> =>
  HttpRouter.toHttpEffect(HttpApiScalar.layer(withSamples(api), { path, scalar })).pipe(
    Effect.flatten,
    Effect.provideService(
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(new Request(`http://localhost${path}`))
    ),
    Effect.map(guarded),
    Effect.scoped,
    Effect.orDie
  )
