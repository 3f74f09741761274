/**
 * The service behind its fetch function in this process: requests from any address, and what it logs.
 */
import type * as Emulator from "@signalbox/emulator/Emulator"
import * as WebHandler from "@signalbox/http/WebHandler"
import type { HttpSubject } from "@signalbox/testing/http/HttpSubject"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Mounts from "./Mounts.ts"
import { starter } from "./NodeSubject.ts"
import * as Storages from "./Storages.ts"

export interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The address that it comes from. */
  readonly ip?: string | null
}

export interface Fetching {
  readonly subject: HttpSubject
  /** As whatever calls the fetch function would. */
  readonly handle: WebHandler.WebHandler
  readonly ask: (path: string, call?: Call) => Promise<Response>
  /** The lines that were logged, each with all that was logged with it. */
  readonly logs: ReadonlyArray<string>
  readonly stop: () => Promise<void>
}

/** @param around what stands between the service and its storage */
export const start = async (
  around: (storage: Layer.Layer<Emulator.Storage, unknown>) => Layer.Layer<Emulator.Storage, unknown> = (
    storage
  ) => storage
): Promise<Fetching> => {
  const logs: Array<string> = []
  let handle: WebHandler.WebHandler | undefined
  const mount: Mounts.Mount = Layer.effect(
    HttpServer.HttpServer,
    Effect.map(WebHandler.make, (made) => {
      handle = made
      return Mounts.listening(1)
    })
  ).pipe(Layer.provide(Logger.layer([
    Logger.map(Logger.formatStructured, (line) => {
      logs.push(JSON.stringify(line))
    })
  ])))
  const subject = await starter({ mount, storage: around(Storages.memory) })()
  const made = handle!
  return {
    subject,
    handle: made,
    ask: (path, { body, headers = {}, ip = "192.0.2.1", method = body === undefined ? "GET" : "POST" } = {}) =>
      made(
        new Request(`http://localhost${path}`, {
          method,
          headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
          ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
        }),
        { ip }
      ),
    logs,
    stop: () => subject.stop()
  }
}
