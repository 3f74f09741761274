/**
 * The whole HTTP side as a listener of Node's server. It needs nothing of Effect's own server, whose WebSockets bundlers
 * cannot put into one file.
 */
import { IdGenerator } from "@signalbox/core/IdGenerator"
import type { HttpResponse } from "@signalbox/http/HttpResponse"
import * as HttpService from "@signalbox/http/HttpService"
import type { Received } from "@signalbox/http/Received"
import * as Refusal from "@signalbox/http/Refusal"
import * as Unread from "@signalbox/http/Unread"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { IncomingMessage, ServerResponse } from "node:http"
import * as Exchange from "./exchange.ts"
import * as Underway from "./underway.ts"

export interface Answering<in Request> {
  /** Answers a request, whatever happens to it. */
  readonly answer: (received: Received, request: Request) => Effect.Effect<HttpResponse>
  /** The bytes of all of these answers that wait to be read. */
  readonly unread: Unread.Unread
}

/** @param add adds what a host knows besides */
export const answering = <Request extends IncomingMessage>(
  add: (received: Received, request: Request) => Received
): Effect.Effect<Answering<Request>, never, HttpService.Service> =>
  Effect.gen(function*() {
    const ids = yield* IdGenerator
    const answer = yield* HttpService.make
    const unread = new Unread.Unread(yield* Unread.Bounds)
    return {
      answer: (received, request) =>
        request.httpVersion === "1.1" && request.headers.host === undefined
          ? Refusal.answer(
            { status: 400, field: "host", message: "is required" },
            ids,
            received.headers["x-request-id"]
          )
          : answer(add(received, request)),
      unread
    }
  })

/** Makes a listener of what answers. Requests under way are interrupted when the scope ends. */
export const listenerOf = <Request extends IncomingMessage>({ answer, unread }: Answering<Request>) =>
  Effect.gen(function*() {
    const underway = yield* Underway.make(yield* Scope.Scope)
    return Exchange.make(answer, yield* Effect.context<never>(), underway, unread)
  })

/**
 * Makes the handler on which every mount on Node's server is built.
 *
 * @param add adds what a host knows besides
 */
export const makeHandlerWith = <Request extends IncomingMessage>(
  add: (received: Received, request: Request) => Received
): Effect.Effect<(request: Request, response: ServerResponse) => void, never, HttpService.Service | Scope.Scope> =>
  Effect.flatMap(answering(add), listenerOf)
