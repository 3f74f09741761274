/**
 * Asks for the size of a file over HTTP: one HEAD request behind the egress guard. Redirects are not followed, so a
 * file behind one has no known size.
 */
import * as Limit from "@signalbox/core/Limit"
import { MediaProbe } from "@signalbox/core/MediaProbe"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { IncomingMessage } from "node:http"
import * as EgressGuard from "./EgressGuard.ts"
import * as Connections from "./internal/Connections.ts"
import * as Intake from "./internal/Intake.ts"
import * as Sockets from "./internal/Sockets.ts"
import * as Target from "./internal/Target.ts"
import * as Timers from "./Timers.ts"

export interface Options extends EgressGuard.Options, Connections.Options {
  /** The time that a file may take to answer. */
  readonly timeoutMillis?: number
}

/** Returns the content length of a successful answer, or null. */
const declared = ({ headers, statusCode = 0 }: IncomingMessage): number | null => {
  const length = headers["content-length"]
  return statusCode === 200 && length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null
}

export const make = Effect.fnUntraced(
  function*(options: Options = {}): Effect.fn.Return<MediaProbe, never, Scope.Scope> {
    const { timeoutMillis = Limit.mediaLook } = options
    const guard = EgressGuard.make(options)
    const connections = yield* Effect.acquireRelease(
      Effect.sync(() => Connections.make(options)),
      (connections) => Effect.sync(connections.close)
    )
    const sockets = Sockets.make(Connections.bounds(options))
    const head = (url: URL, organization: string): Effect.Effect<number | null> =>
      Effect.callback<number | null>((resume) => {
        const request = connections.request(
          Target.of(url),
          { method: "HEAD", lookup: guard.lookupFor(organization) },
          { owner: organization, fresh: true }
        )
        const end = (size: number | null): void => {
          stopWaiting()
          request.destroy()
          resume(Effect.succeed(size))
        }
        const stopWaiting = Timers.after(timeoutMillis, () => end(null))
        Intake.bound(request, () => end(null))
        request.on("response", (response) => end(declared(response)))
        request.on("error", () => end(null))
        request.end()
        return Effect.sync(() => {
          stopWaiting()
          request.destroy()
        })
      })
    return {
      size: (text, asked) => {
        const url = guard.inspect(text)
        if (url instanceof EgressGuard.Refused) return Effect.succeed(null)
        const organization = asked ?? url.hostname
        return sockets.during(organization, timeoutMillis, head(url, organization), Effect.succeed(null))
      }
    }
  }
)

export const layer = (options: Options = {}): Layer.Layer<never> => Layer.effect(MediaProbe, make(options))
