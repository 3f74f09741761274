/**
 * An Express application of somebody else's, with Signalbox in it.
 */
import * as Emulator from "@signalbox/emulator/Emulator"
import * as Seed from "@signalbox/emulator/seed/Seed"
import * as ExpressMount from "@signalbox/express/ExpressMount"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import express from "express"
import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface Host {
  readonly baseUrl: string
  readonly apiKey: string
  readonly templateName: string
  /** A request that carries the key and says that it is JSON, unless it says otherwise. */
  readonly send: (
    path: string,
    body: string | Uint8Array | ReadableStream<Uint8Array> | null,
    headers?: Record<string, string>
  ) => Promise<Response>
  readonly stop: () => Promise<void>
}

/** Starts an application; `compose` puts Signalbox's handler where it wants it. */
export const start = async (
  compose: (app: express.Express, signalbox: express.RequestHandler) => void
): Promise<Host> => {
  const apiKey = randomUUID()
  const scope = await Effect.runPromise(Scope.make())
  const { handler, templateName } = await Effect.runPromise(
    Effect.gen(function*() {
      const context = yield* Layer.build(Emulator.layer(MemoryStore.layer))
      const seeded = yield* Seed.seed({ apiKey, seed: null }).pipe(Effect.provideContext(context))
      const handler = yield* ExpressMount.makeHandler.pipe(Effect.provideContext(context))
      return { handler, templateName: seeded.templateName ?? "" }
    }).pipe(Effect.provideService(Scope.Scope, scope))
  )
  const app = express()
  compose(app, handler)
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    baseUrl,
    apiKey,
    templateName,
    send: (path, body, headers = {}) =>
      fetch(`${baseUrl}${path}`, {
        method: body === null ? "GET" : "POST",
        headers: { "x-api-key": apiKey, "content-type": "application/json", ...headers },
        ...(body === null ? {} : { body: body instanceof Uint8Array ? new Uint8Array(body) : body }),
        duplex: "half"
      } as RequestInit),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}
