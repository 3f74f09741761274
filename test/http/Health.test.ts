/**
 * The health endpoints by themselves: which paths they are, what they answer, and what they say of what is not ready (decisions
 * part 1).
 */
import type { Unready } from "@signalbox/core/Readiness"
import * as Health from "@signalbox/http/Health"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Requested from "./Requested.ts"

const all: ReadonlyArray<Unready> = [{ part: "store", why: "does not answer" }, { part: "clock", why: "is off" }]

let asked: Array<unknown> = []

const answered = async (method: string, url: string, unready: ReadonlyArray<Unready> = []) => {
  asked = []
  const readiness = {
    unready: (worker: unknown) => {
      asked.push(worker)
      return Effect.succeed(unready)
    }
  }
  const found = await Effect.runPromise(
    Effect.result(Health.answer({ readiness, worker: null }, { method, url }))
  )
  return Result.isFailure(found) ? Requested.refusal(found.failure) : found.success
}

const empty = { status: 204, headers: {}, body: null }

describe("a health endpoint", () => {
  it("is one of three paths, whatever is asked besides, and no other", () => {
    expect(Health.paths.map((path) => [Health.named(path), Health.named(`${path}?x=1`)]))
      .toStrictEqual(["/health/live", "/health/ready", "/healthcheck"].map((path) => [path, path]))
    expect(["/health", "/health/live/", "/healthcheck/x", "", "/v3/me?/healthcheck"].map(Health.named))
      .toStrictEqual([null, null, null, null, null])
  })

  it("says nothing when all is ready, and of a process that lives asks nobody", async () => {
    expect([await answered("GET", "/health/ready"), asked]).toStrictEqual([empty, [null]])
    expect([await answered("HEAD", "/healthcheck?x=1"), asked]).toStrictEqual([empty, [null]])
    expect([await answered("GET", "/health/live?x=1", all), asked]).toStrictEqual([empty, []])
  })

  it("says which parts are not ready, each with why", async () => {
    for (const path of ["/health/ready", "/healthcheck"]) {
      expect(await answered("GET", path, all)).toStrictEqual({
        code: "INTERNAL_005",
        message: "The service is temporarily unavailable",
        details: { store: ["does not answer"], clock: ["is off"] }
      })
    }
  })

  it("is only read", async () => {
    for (const path of Health.paths) {
      expect([await answered("POST", path, all), asked]).toStrictEqual([{
        code: "VALIDATION_001",
        status: 405,
        message: "This path does not know the method POST",
        headers: { allow: "GET, HEAD" }
      }, []])
    }
  })
})
