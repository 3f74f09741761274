/**
 * A subject of the HTTP suites in a process of Bun's. It prints one line of JSON when it serves, and takes orders at
 * `control`.
 */
import * as BunMount from "@signalbox/bun/BunMount"
import type {
  FreshAccount,
  ReceivedInbound,
  WantedAccount,
  WantedInbound,
  WantedProvision,
  WantedReview,
  WantedSignal,
  WantedStep,
  WantedUser
} from "@signalbox/testing/http/HttpSubject"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Mounts from "../Mounts.ts"
import { starter } from "../NodeSubject.ts"
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

const subject = await starter({
  mount,
  storage: Storages.fromEnvironment(),
  mayReset: "Bun closes a connection whose request it has not read to the end"
})()

type Order =
  | { readonly _tag: "FreshAccount"; readonly wanted: WantedAccount }
  | { readonly _tag: "AddUser"; readonly account: string; readonly user: WantedUser }
  | { readonly _tag: "Receive"; readonly message: WantedInbound }
  | { readonly _tag: "Script"; readonly phone: string; readonly steps: ReadonlyArray<WantedStep> }
  | { readonly _tag: "Suppress"; readonly account: string; readonly phone: string }
  | { readonly _tag: "Unsuppress"; readonly account: string; readonly phone: string }
  | { readonly _tag: "Inherit"; readonly account: string; readonly phone: string }
  | { readonly _tag: "Signal"; readonly signal: WantedSignal }
  | { readonly _tag: "Review"; readonly wanted: WantedReview }
  | { readonly _tag: "Provision"; readonly wanted: WantedProvision }
  | { readonly _tag: "SetKeyActive"; readonly apiKey: string; readonly active: boolean }

const obey = async (order: Order): Promise<FreshAccount | ReceivedInbound | string | null> => {
  if (order._tag === "FreshAccount") return await subject.freshAccount?.(order.wanted) ?? null
  if (order._tag === "AddUser") return await subject.addUser?.(order.account, order.user) ?? null
  if (order._tag === "Receive") return await subject.receive?.(order.message) ?? null
  if (order._tag === "Signal") return await subject.signal?.(order.signal) ?? null
  if (order._tag === "Script") await subject.script?.(order.phone, order.steps)
  else if (order._tag === "Suppress") await subject.suppress?.(order.account, order.phone)
  else if (order._tag === "Unsuppress") await subject.unsuppress?.(order.account, order.phone)
  else if (order._tag === "Inherit") await subject.inherit?.(order.account, order.phone)
  else if (order._tag === "Review") await subject.review?.(order.wanted)
  else if (order._tag === "Provision") await subject.provision?.(order.wanted)
  else await subject.setKeyActive?.(order.apiKey, order.active)
  return null
}

const control = createServer((request, response) => {
  let text = ""
  request.on("data", (chunk: Uint8Array) => {
    text += Buffer.from(chunk).toString()
  })
  request.on("end", () => {
    obey(JSON.parse(text) as Order).then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(500).end(String(error))
    )
  })
})

control.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ ...subject, control: `http://127.0.0.1:${(control.address() as AddressInfo).port}` }))
})
