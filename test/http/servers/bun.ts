/**
 * A subject of the HTTP suites in a process of Bun's. It prints one line of JSON when it serves, and takes orders at
 * `control`.
 */
import * as BunMount from "@signalbox/bun/BunMount"
import * as Orders from "@signalbox/testing/conformance/Orders"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Mounts from "../Mounts.ts"
import { host } from "../NodeSubject.ts"
import * as Storages from "../Storages.ts"

/** As much of Bun as is used here: its own types would stand against Node's. */
declare const Bun: {
  readonly serve: (options: {
    readonly port: number
    readonly hostname: string
    readonly maxRequestBodySize: number
    readonly fetch: (request: Request, server: BunMount.BunServer) => Promise<Response>
  }) => { readonly port: number; readonly stop: (closeConnections: boolean) => Promise<void> }
}

const mount: Mounts.Mount = Layer.effect(
  HttpServer.HttpServer,
  Effect.gen(function*() {
    const fetch = yield* BunMount.makeFetch
    const server = yield* Effect.acquireRelease(
      Effect.sync(() =>
        // Bun would answer a body by itself that is announced to be larger than its own limit.
        Bun.serve({ port: 0, hostname: "127.0.0.1", fetch, maxRequestBodySize: Number.MAX_SAFE_INTEGER })
      ),
      (made) => Effect.promise(() => made.stop(true))
    )
    return Mounts.listening(server.port)
  })
)

const { cast, subject } = await host({
  mount,
  storage: Storages.fromEnvironment(),
  mayReset: "Bun closes a connection whose request it has not read to the end"
})
const { url: control } = await Orders.serve(subject, cast)
console.log(JSON.stringify({ ...subject, control }))
