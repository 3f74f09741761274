/**
 * The reference page: Effect's own Scalar, whose script stands in the page. The browser is told to ask nobody but the
 * service itself, and to run only the two scripts of the page.
 */
import * as Digest from "@signalbox/core/Digest"
import * as Effect from "effect/Effect"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
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

const decoder = new TextDecoder()

const guarded = ({ body, status }: HttpServerResponse): HttpResponse => {
  const html = body._tag === "Uint8Array" ? decoder.decode(body.body) : ""
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

/** Makes the page. Effect loads the script of more than three megabytes only now. */
export const make = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  path: `/${string}`
): Effect.Effect<HttpResponse> =>
  HttpRouter.toHttpEffect(HttpApiScalar.layer(api, { path, scalar: { withDefaultFonts: false } })).pipe(
    Effect.flatten,
    Effect.provideService(
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(new Request(`http://localhost${path}`))
    ),
    Effect.map(guarded),
    Effect.scoped,
    Effect.orDie
  )
