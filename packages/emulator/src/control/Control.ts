/**
 * The control of the emulator: all its calls, for clients on this machine and for those that a setting names.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as Access from "./Access.ts"
import * as Accounts from "./Accounts.ts"
import * as Call from "./Call.ts"
import * as CallList from "./CallList.ts"
import * as Carriers from "./Carriers.ts"
import * as Clock from "./Clock.ts"
import * as Conversations from "./Conversations.ts"
import * as Deliveries from "./Deliveries.ts"
import * as EventStream from "./EventStream.ts"
import * as Gestures from "./Gestures.ts"
import * as Handsets from "./Handsets.ts"
import * as InboundMessages from "./InboundMessages.ts"
import * as LookUps from "./LookUps.ts"
import * as Media from "./Media.ts"
import * as Messages from "./Messages.ts"
import * as Outages from "./Outages.ts"
import * as Receivers from "./Receivers.ts"
import * as Registries from "./Registries.ts"
import * as ReviewOrders from "./ReviewOrders.ts"

export interface Options {
  /** The address on which the emulator listens. */
  readonly host: string
  /** Who may use the control besides this machine. */
  readonly allowed: Access.Allowed
  readonly run: Call.Run
  readonly restart: Effect.Effect<void, Call.Refusal>
  readonly events: EventStream.EventStream
}

const offered: ReadonlyArray<Call.Call> = [
  ...Handsets.calls,
  ...Conversations.calls,
  ...Gestures.calls,
  ...Messages.calls,
  ...Carriers.calls,
  ...Clock.calls,
  ...ReviewOrders.calls,
  ...Accounts.calls,
  ...Registries.calls,
  ...LookUps.calls,
  ...InboundMessages.calls,
  ...Media.calls,
  ...Outages.calls,
  ...Deliveries.calls,
  ...Receivers.calls
]

export const calls: ReadonlyArray<Call.Call> = [...offered, CallList.make(offered)]

/** It ends the service that other calls run on, so it runs on none. */
const reset = (restart: Options["restart"]): Call.Call =>
  Call.send(
    "POST",
    "/emulator/reset",
    Schema.Record(Schema.String, Schema.Never),
    () => Effect.as(restart, { reset: true })
  )

const routes = (anew: Call.Call, { events, run }: Options) =>
  Layer.mergeAll(
    Call.route(anew, (effect) => effect as never),
    EventStream.route(events),
    Receivers.endpoint(run),
    ...calls.map((call) => Call.route(call, run))
  )

/** There is no call of this method at this path. */
const unknown = (all: ReadonlyArray<Pick<Call.Call, "method" | "path">>, url: string) => {
  const methods = Call.methodsAt(all, url)
  return methods.length === 0
    ? Call.refuse(404, "the emulator has no such call")
    : HttpServerResponse.setHeader(
      Call.refuse(405, `this call takes ${methods.join(" or ")}`),
      "allow",
      methods.join(", ")
    )
}

/** A listener for `node:http`. It lives as long as the scope. */
export const makeHandler = Effect.fnUntraced(function*(options: Options) {
  // Calls under way end with a scope of their own: whatever is to happen before that stands in the surrounding one.
  const scope = yield* Scope.fork(yield* Scope.Scope)
  const anew = reset(options.restart)
  const app = yield* HttpRouter.toHttpEffect(routes(anew, options))
  const guarded = Effect.gen(function*() {
    const { headers, method, remoteAddress, url } = yield* HttpServerRequest.HttpServerRequest
    const visitor = { address: Option.getOrNull(remoteAddress), host: headers["host"], origin: headers["origin"] }
    if (!Access.isWelcome(visitor, options.host, options.allowed)) {
      return Call.refuse(
        403,
        "the control is for clients on this machine; CONTROL_CLIENTS and CONTROL_HOSTS let in others"
      )
    }
    const { host, "content-type": contentType, origin, "sec-fetch-site": site } = headers
    if (Access.isForgeable({ method, host, origin, contentType, site })) {
      return Call.refuse(415, "a page of another origin must send application/json")
    }
    // Each call answers its own failures, so all that comes here is that there is none.
    return yield* Effect.catchTag(
      app,
      "HttpServerError",
      () => Effect.succeed(unknown([anew, { method: "GET", path: EventStream.path }, Receivers.entry, ...calls], url))
    )
  })
  return yield* NodeHttpServer.makeHandler(guarded, { scope })
})
