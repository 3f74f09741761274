/**
 * Webhooks over HTTP/1.1 with connections that are kept alive, behind the egress guard. Redirects are not followed,
 * proxies of the environment are not used, certificates are verified.
 *
 * An endpoint has answered when its status line and headers are complete within the time. Of the body, what came by
 * then is kept, and no more is read than is kept: an endpoint that drips or never stops has answered all the same.
 */
import type { WebhookResult } from "@signalbox/core/WebhookSender"
import { WebhookSender } from "@signalbox/core/WebhookSender"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as EgressGuard from "./EgressGuard.ts"
import * as Connections from "./internal/Connections.ts"
import * as Exchange from "./internal/Exchange.ts"
import * as Sockets from "./internal/Sockets.ts"
import * as Target from "./internal/Target.ts"

export interface Options extends EgressGuard.Options, Connections.Options {}

const crowded: WebhookResult = { _tag: "Unsent", message: "too many connections are open" }

export const make = Effect.fnUntraced(
  function*(options: Options = {}): Effect.fn.Return<WebhookSender["Service"], never, Scope.Scope> {
    const guard = EgressGuard.make(options)
    const inspected = Target.inspecting(guard)
    const connections = yield* Effect.acquireRelease(
      Effect.sync(() => Connections.make(options)),
      (connections) => Effect.sync(connections.close)
    )
    const sockets = Sockets.make(Connections.bounds(options))
    return WebhookSender.of({
      refuse: (url, organization) => Effect.promise(() => guard.refuse(url, organization)),
      send: (request) => {
        const target = inspected(request.url)
        if (target instanceof EgressGuard.Refused) return Effect.succeed({ _tag: "Failed", message: target.message })
        const owner = request.owner ?? target.hostname
        const { organization = owner, timeoutMillis } = request
        return sockets.during(
          organization,
          timeoutMillis,
          Exchange.post({ connections, owner, lookup: guard.lookupFor(organization), target, request }),
          Effect.succeed(crowded)
        )
      }
    })
  }
)

export const layer = (options: Options = {}): Layer.Layer<WebhookSender> => Layer.effect(WebhookSender, make(options))
