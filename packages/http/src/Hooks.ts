/**
 * The requests that carriers send to the service, such as delivery receipts: each carrier's own, at `/carriers/{id}`.
 * They are no part of the v3 contract. The carrier's hook alone knows who may call it and in what form, so there is no
 * key, no envelope and no rate limit here, only bounds on the body and on the time.
 */
import type { Carrier, CarrierRequest, CarrierResponse, Carriers } from "@signalbox/core/Carrier"
import * as Limit from "@signalbox/core/Limit"
import * as RequestLog from "@signalbox/core/RequestLog"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as HookResponse from "./HookResponse.ts"
import * as HostFrameworks from "./HostFramework.ts"
import * as HttpResponse from "./HttpResponse.ts"
import type { Received } from "./Received.ts"

const place = /^\/carriers\/([^/?#]+)(?:[?#]|$)/

/** Returns the carrier that a path names, or null when it is no path of a hook. */
export const named = (url: string): string | null => {
  const id = place.exec(url)?.[1]
  if (id === undefined) return null
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

type Hooked = Carrier & Required<Pick<Carrier, "hook">>

const find = (carriers: Carriers["Service"], url: string): Hooked | undefined => {
  const id = named(url)
  return carriers.find((carrier): carrier is Hooked => carrier.id === id && typeof carrier.hook === "function")
}

/** Returns whether some carrier answers at this path. */
export const serves = (carriers: Carriers["Service"], url: string): boolean => find(carriers, url) !== undefined

/** Reads the body as it was sent, or answers why it cannot be had. */
const bytes = Effect.fnUntraced(function*({ body, frameworks, headers, parsedBody }: Received, carrier: Carrier) {
  const declared = Number(headers["content-length"] ?? "0")
  // Nobody waits for what is only announced.
  if (declared > Limit.bodyBytes) return HttpResponse.empty(413)
  const read = parsedBody?._tag === "Bytes" ? parsedBody.bytes : yield* body.bytes(Limit.bodyBytes).pipe(
    Effect.catch(({ isTooLarge }) => Effect.succeed(HttpResponse.empty(isTooLarge ? 413 : 400))),
    Effect.timeoutOption(Limit.hookPatience),
    Effect.map(Option.getOrElse(() => HttpResponse.empty(408)))
  )
  if (!(read instanceof Uint8Array)) return read
  if (read.length > Limit.bodyBytes) return HttpResponse.empty(413)
  // A body that came in chunks announces no length.
  if (read.length > 0 || (declared === 0 && !body.wasRead)) return read
  yield* Effect.logError(HostFrameworks.eaten(frameworks()), { carrier: carrier.id })
  return HttpResponse.empty(500)
})

/** Turns what became of a hook into the answer, and logs what is wrong with it. */
const told = Effect.fnUntraced(function*(
  { id }: Carrier,
  ended: Option.Option<Exit.Exit<CarrierResponse>>
) {
  if (Option.isNone(ended)) {
    yield* Effect.logError("a carrier's hook does not answer", { carrier: id })
    return HttpResponse.withHeaders(HttpResponse.empty(503), { "retry-after": "1" })
  }
  if (Exit.isFailure(ended.value)) {
    yield* Effect.logError("a carrier's hook failed", { carrier: id, cause: RequestLog.origin(ended.value.cause) })
    return HttpResponse.empty(500)
  }
  const read = HookResponse.read(ended.value.value)
  if (read === null) {
    yield* Effect.logError("a carrier's hook answers what is no answer", { carrier: id })
    return HttpResponse.empty(500)
  }
  const { dropped, response } = read
  if (dropped > 0) {
    yield* Effect.logWarning("a carrier's hook answers headers that cannot be sent", { carrier: id, dropped })
  }
  return response
})

/** Asks the hook, and waits for it no longer than its time, even when it cannot be interrupted. */
const ask = (carrier: Hooked, request: CarrierRequest) =>
  Effect.acquireUseRelease(
    Effect.forkDetach(Effect.suspend(() => carrier.hook(request))),
    (asked) => Effect.timeoutOption(Fiber.await(asked), Limit.hookPatience),
    (asked) => Effect.sync(() => asked.interruptUnsafe())
  ).pipe(Effect.flatMap((ended) => told(carrier, ended)))

const isThere = (header: [name: string, value: string | undefined]): header is [string, string] =>
  header[1] !== undefined

/** Answers a request at the path of a hook. It never fails. */
export const answer = Effect.fnUntraced(function*(
  carriers: Carriers["Service"],
  received: Received
) {
  const { calledUrl, headers, method, url } = received
  const carrier = find(carriers, url)
  if (carrier === undefined) return HttpResponse.empty(404)
  const body = yield* bytes(received, carrier)
  return body instanceof Uint8Array
    ? yield* ask(carrier, {
      method,
      url: calledUrl,
      headers: Object.fromEntries(Object.entries(headers).filter(isThere)),
      body
    })
    : body
})
