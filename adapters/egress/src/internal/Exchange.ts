/**
 * One POST request, from the DNS look-up to the part of the answer that is kept, within one time limit.
 */
import * as Limit from "@signalbox/core/Limit"
import type { WebhookRequest, WebhookResult } from "@signalbox/core/WebhookSender"
import * as Effect from "effect/Effect"
import type { ClientRequest, IncomingMessage } from "node:http"
import type { LookupFunction } from "node:net"
import * as Resolver from "../Resolver.ts"
import * as Timers from "../Timers.ts"
import type { Connections } from "./Connections.ts"
import * as Excerpt from "./Excerpt.ts"
import * as Failure from "./Failure.ts"
import * as Intake from "./Intake.ts"
import type { Target } from "./Target.ts"

export interface Post {
  readonly connections: Connections
  /** On whose behalf it is made. */
  readonly owner: string
  readonly lookup: LookupFunction
  readonly target: Target
  readonly request: WebhookRequest
}

export const post = ({ connections, lookup, owner, request, target }: Post): Effect.Effect<WebhookResult> =>
  Effect.callback<WebhookResult>((resume) => {
    const excerpt = Excerpt.make(Limit.webhookResponseLength)
    let current: ClientRequest | null = null
    let head: IncomingMessage | null = null
    let over = false

    const abort = (): void => {
      over = true
      stopWaiting()
      const outgoing = current
      current = null
      // A connection goes back to the pool only after a whole exchange.
      if (head?.complete !== true || outgoing?.writableFinished !== true) outgoing?.destroy()
    }

    const finish = (result: WebhookResult): void => {
      if (over) return
      abort()
      resume(Effect.succeed(result))
    }

    /** Ends the attempt: with the answer if its head came, else with the reason why not. */
    const end = (message: string, tag: "Failed" | "Unsent" = "Failed"): void =>
      finish(
        head === null
          ? { _tag: tag, message }
          : { _tag: "Answered", status: head.statusCode ?? 0, body: excerpt.text() }
      )

    const fail = (error: unknown): void =>
      error instanceof Resolver.Unavailable
        ? end(error.message, "Unsent")
        : end(Failure.message(error), Failure.isOwn(error) ? "Unsent" : "Failed")

    const stopWaiting = Timers.after(request.timeoutMillis, () => {
      const what = current?.socket?.connecting === false ? "answer" : "connection"
      end(`no ${what} within ${request.timeoutMillis / 1000} s`)
    })

    const read = (response: IncomingMessage): void => {
      head = response
      response.on("data", (bytes: Uint8Array) => {
        if (excerpt.add(bytes)) end("")
      })
      for (const event of ["end", "error"]) response.on(event, () => end(""))
    }

    const start = (fresh: boolean): void => {
      const outgoing = connections.request(target, {
        method: "POST",
        headers: { ...request.headers, "content-length": Buffer.byteLength(request.body) },
        lookup
      }, { owner, fresh })
      current = outgoing
      const intake = Intake.bound(outgoing, end)
      outgoing.on("response", read)
      outgoing.on("error", (error) => {
        if (current !== outgoing) return
        // The endpoint closed a kept-alive connection just when it was used again, so the request is tried once more.
        // This happens at most once, since the second try uses a new connection.
        if (outgoing.reusedSocket && intake.isEmpty() && Failure.isClosed(error)) attempt(true)
        else fail(error)
      })
      outgoing.on("close", () => {
        if (current === outgoing) end(Failure.closed)
      })
      outgoing.end(request.body)
    }

    const attempt = (fresh: boolean): void => {
      try {
        start(fresh)
      } catch (error) {
        fail(error)
      }
    }

    attempt(false)
    return Effect.sync(abort)
  })
