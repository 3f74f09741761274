/**
 * `/emulator/receivers`: receivers of webhooks, what they answer, and what they got. A webhook is sent to
 * `/emulator/receivers/{name}` or any path below.
 */
import * as Instant from "@signalbox/core/Instant"
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Schema from "effect/Schema"
import { Events } from "../event/Events.ts"
import type { Receiver } from "../webhook/Receivers.ts"
import { Answer, isName, Receivers } from "../webhook/Receivers.ts"
import * as Call from "./Call.ts"

const written = (answer: Answer) => typeof answer === "object" ? { ...answer } : answer

const show = ({ answer, got, name }: Receiver) => ({
  name,
  path: `/emulator/receivers/${name}`,
  answer: written(answer),
  got: got.map((one) => ({
    at: Instant.toMillis(one.at),
    path: one.path,
    headers: one.headers,
    body: one.body,
    answer: written(one.answer)
  }))
})

const nameOf = ({ name = "" }: Call.Parameters) =>
  isName(name)
    ? Effect.succeed(name)
    : new Call.Refusal({
      status: 400,
      message: "the path names no receiver",
      details: [{ path: "name", message: "must be 1 to 64 letters, digits, _ or -" }]
    })

const crowded = new Call.Refusal({ status: 409, message: "there are too many receivers already" })

export const calls: ReadonlyArray<Call.Call> = [
  Call.get("/emulator/receivers", () =>
    Effect.gen(function*() {
      const all = yield* (yield* Receivers).all
      return all.map(show)
    })),
  Call.send(
    "PUT",
    "/emulator/receivers/:name",
    Schema.Struct({ answer: Answer }),
    ({ answer }, parameters) =>
      Effect.gen(function*() {
        const name = yield* nameOf(parameters)
        const receivers = yield* Receivers
        return show((yield* receivers.set(name, answer)) ?? (yield* crowded))
      })
  )
]

/** The largest request that a receiver takes, in bytes. */
const bodyBytes = ByteSize.fromInputUnsafe(1 << 20)

/** Whoever is not answered is let go after so long, in elapsed milliseconds. */
const longestHang = 120_000

/** Answers as the receiver was told to. */
const take = Effect.fnUntraced(
  function*(name: string, path: string, headers: Readonly<Record<string, string>>, body: string) {
    const receivers = yield* Receivers
    const { over } = yield* Events
    const answer = (yield* receivers.take(name, { path, headers, body })) ?? (yield* crowded)
    if (answer === "hang") {
      yield* Effect.raceFirst(Effect.sleep(longestHang), over.await)
      return 503
    }
    if (typeof answer === "number") return answer
    yield* Effect.raceFirst(Effect.sleep(answer.delay_ms), over.await)
    return answer.status
  }
)

/** The addresses that webhooks are sent to: the receiver's own, and all below it. */
export const endpoint = (run: Call.Run) =>
  HttpRouter.add(
    "POST",
    "/emulator/receivers/:name/*",
    Effect.gen(function*() {
      const { headers, text, url } = yield* HttpServerRequest.HttpServerRequest
      const name = yield* nameOf(yield* HttpRouter.params)
      const body = yield* text.pipe(
        Effect.provideService(MaxBodySize, bodyBytes),
        Effect.mapError(() => new Call.Refusal({ status: 413, message: "the body cannot be read, or is too large" }))
      )
      const status = yield* run(take(name, url, { ...headers }, body))
      return HttpServerResponse.empty({ status })
    }).pipe(Effect.catch((failure) => Effect.succeed(Call.failed(failure))))
  )

/** The path, for whoever asks by another method. */
export const entry = { method: "POST", path: "/emulator/receivers/:name" } as const
