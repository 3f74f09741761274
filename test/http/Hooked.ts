/**
 * The mounts around `HookService`, as subjects of the suite of hooks.
 */
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as HookService from "./HookService.ts"
import type { HookSubject } from "./HookSuite.ts"
import type { Mount } from "./Mounts.ts"

/** A way to start such a server on a mount. */
export const starter = (mount: Mount) => async (): Promise<HookSubject> => {
  const runtime = ManagedRuntime.make(Layer.provide(Layer.fresh(mount), HookService.layer))
  const { address } = await runtime.runPromise(HttpServer.HttpServer)
  if (!("port" in address)) throw new Error("the server listens on no port")
  return { baseUrl: `http://127.0.0.1:${address.port}`, stop: () => runtime.dispose() }
}
