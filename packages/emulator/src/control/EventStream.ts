/**
 * `GET /emulator/events`: the events as server-sent events, for any number of clients up to a bound. A client that was
 * away says with `Last-Event-ID` what it has heard last.
 */
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { IncomingMessage, ServerResponse } from "node:http"
import { written } from "../event/Event.ts"
import type { Events } from "../event/Events.ts"
import * as Access from "./Access.ts"
import * as Call from "./Call.ts"

export interface Options {
  /** So many may listen at a time. */
  readonly clients?: number
  /** A client that has left so many bytes unread is cut off; it comes back, and says what it has heard. */
  readonly unread?: number
  /** The interval between signs of life, in elapsed milliseconds. */
  readonly heartbeatMillis?: number
}

export interface EventStream {
  /** Answers with events, or returns false when there are too many listeners already. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean
}

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff"
}

/** How long a client waits until it comes back, in milliseconds. */
const backMillis = 1000

/** The streams of events. They end with the scope, or before it when the process is over. */
export const make = Effect.fnUntraced(function*(
  events: Events["Service"],
  { clients: most = 64, heartbeatMillis = 15_000, unread = 1 << 20 }: Options = {}
) {
  const clients = new Set<ServerResponse>()
  let isOver = false

  const write = (client: ServerResponse, text: string): void => {
    if (client.writableLength > unread) client.destroy()
    else client.write(text)
  }
  const writeAll = (text: string): void => {
    for (const client of clients) write(client, text)
  }

  const end = Effect.sync(() => {
    isOver = true
    for (const client of clients) client.end()
  })

  // An event is put into words when it is asked for: nobody asks while nobody listens.
  const stop = events.listen((kept) => {
    if (clients.size > 0) writeAll(written(kept.id, kept.event))
  })
  yield* Effect.addFinalizer(() => Effect.andThen(Effect.sync(stop), end))
  yield* Effect.forkScoped(Effect.andThen(events.over.await, end))
  yield* Effect.forkScoped(
    Effect.forever(Effect.andThen(Effect.sleep(heartbeatMillis), Effect.sync(() => writeAll(": here\n\n"))))
  )

  return {
    handle: (request, response) => {
      if (clients.size >= most) return false
      const heard = request.headers["last-event-id"]
      const { events: missed, isLost, last } = events.since(typeof heard === "string" ? heard : undefined)
      response.writeHead(200, headers)
      // Without data it is no event, but the client knows from now on where it is.
      const place = `retry: ${backMillis}\nid: ${last}\n\n`
      write(response, isLost ? place + written(last, { type: "reset", data: {} }) : missed.length === 0 ? place : "")
      for (const { event, id } of missed) write(response, written(id, event))
      if (isOver) response.end()
      else {
        clients.add(response)
        response.once("close", () => clients.delete(response))
      }
      return true
    }
  } satisfies EventStream
})

export const path = "/emulator/events"

/** The route that answers with events. A page of another origin could use up the places. */
export const route = (stream: EventStream) =>
  HttpRouter.add(
    "GET",
    path,
    Effect.gen(function*() {
      const asked = yield* HttpServerRequest.HttpServerRequest
      const { host, origin, "sec-fetch-site": site } = asked.headers
      if (!Access.isOwn({ host, origin, site })) return Call.foreign
      const request = NodeHttpServerRequest.toIncomingMessage(asked)
      const response = NodeHttpServerRequest.toServerResponse(asked)
      const isTaken = request instanceof IncomingMessage && response instanceof ServerResponse &&
        stream.handle(request, response)
      if (!isTaken) return Call.refuse(503, "too many clients listen to events already")
      yield* Effect.callback<void>((resume) => {
        response.once("close", () => resume(Effect.void))
      })
      return HttpServerResponse.empty()
    })
  )
