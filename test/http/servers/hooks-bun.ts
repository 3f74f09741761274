/**
 * `HookService` on Bun, in a process of its own. It prints its address as a line of JSON when it serves.
 */
import * as BunMount from "@signalbox/bun/BunMount"
import { DocsBase } from "@signalbox/core/Answer"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Hooked from "../Hooked.ts"
import * as Mounts from "../Mounts.ts"

/** As much of Bun as is used here: its own types would stand against Node's. */
declare const Bun: {
  readonly serve: (options: {
    readonly port: number
    readonly hostname: string
    readonly fetch: (request: Request, server: BunMount.BunServer) => Promise<Response>
  }) => { readonly port: number; readonly stop: (closeConnections: boolean) => Promise<void> }
}

const mount: Mounts.Mount = Layer.effect(
  HttpServer.HttpServer,
  Effect.gen(function*() {
    const fetch = yield* BunMount.makeFetch
    const server = yield* Effect.acquireRelease(
      Effect.sync(() => Bun.serve({ port: 0, hostname: "127.0.0.1", fetch })),
      (made) => Effect.promise(() => made.stop(true))
    )
    return Mounts.listening(server.port)
  })
)

const { baseUrl } = await Hooked.starter(
  Layer.provide(mount, Layer.succeed(DocsBase, process.env["DOCS_URL"] ?? ""))
)()
console.log(JSON.stringify({ baseUrl }))
