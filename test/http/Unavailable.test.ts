/**
 * Whoever is told that there is no service now is told when to come again: every answer with 503 has `Retry-After`,
 * whatever it comes from.
 */
import * as Answer from "@signalbox/core/Answer"
import * as ErrorCode from "@signalbox/core/ErrorCode"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import * as Refused from "@signalbox/core/Refused"
import * as Call from "@signalbox/emulator/control/Call"
import * as Exchange from "@signalbox/http/Exchange"
import * as Health from "@signalbox/http/Health"
import * as Rejection from "@signalbox/http/steps/Rejection"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { createSignalbox, memory } from "signalbox"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const exchange = Effect.runSync(
  Effect.contextWith((context: Context.Context<never>) =>
    Effect.map(
      Effect.provide(Effect.service(IdGenerator.IdGenerator), IdGenerator.layer(Given.seeded(1), Given.seeded(2))),
      (ids) => Exchange.open(undefined, ids, context)
    )
  )
)

const codes = ErrorCode.codes.filter((code) => ErrorCode.status(code) === 503)

describe("503 says when to come again", () => {
  it.each(codes)("as a refusal with %s, at a step and by an operation", (code) => {
    expect(codes.length).toBeGreaterThan(2)
    const frame = { requestId: "req_1", at: Given.now, sandbox: false, profile: null }
    const answer = Answer.failure(frame, Refused.refused(code), "")
    expect(Exchange.respond(exchange, answer)).toMatchObject({ status: 503, headers: { "retry-after": "1" } })
    expect(Rejection.respond(exchange, Rejection.reject(code), null)).toMatchObject({
      status: 503,
      headers: { "retry-after": "1" }
    })
  })

  it.each(["/health/ready", "/healthcheck"])("at %s", (url) => {
    const unready = () => Effect.succeed([{ part: "clock" as const, why: "is off" }])
    const told = Effect.runSync(Effect.flip(
      Health.answer({ readiness: { unready } as never, worker: null }, { method: "GET", url })
    ))
    expect(Rejection.respond(exchange, told, null)).toMatchObject({ status: 503, headers: { "retry-after": "1" } })
  })

  it("in the emulator's control", () => {
    const told = HttpServerResponse.toWeb(Call.refuse(503, "the store cannot do it now"))
    expect([told.status, told.headers.get("retry-after")]).toEqual([503, "1"])
    expect(HttpServerResponse.toWeb(Call.refuse(400, "no")).headers.has("retry-after")).toBe(false)
  })

  it("where a host has closed the service", async () => {
    const box = createSignalbox({ storage: memory(), carriers: [] })
    await box.ready
    await box.close({ graceMs: 0 })
    const told = await box.fetch(new Request("http://localhost/v3/me"))
    expect([told.status, told.headers.get("retry-after")]).toEqual([503, "1"])
  })
})
