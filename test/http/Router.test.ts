/**
 * The HTTP side in a router of Effect's, beside routes of the host's own.
 */
import * as HttpService from "@signalbox/http/HttpService"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import * as HookService from "./HookService.ts"

describe("a router of the host's", () => {
  const { dispose, handler } = HttpRouter.toWebHandler(
    Layer.mergeAll(HttpService.layer, HttpRouter.add("GET", "/own/:name", HttpServerResponse.text("the host's"))).pipe(
      Layer.provide(HookService.layer)
    )
  )
  afterAll(dispose)

  const ask = (path: string, method = "GET") => handler(new Request(`http://localhost${path}`, { method }))

  it("keeps its own routes", async () => {
    const answer = await ask("/own/page")
    expect([answer.status, await answer.text()]).toEqual([200, "the host's"])
    expect(answer.headers.get("x-request-id")).toBeNull()
  })

  it.each([
    ["GET", "/v3/me", 401],
    ["POST", "/own/page", 401],
    ["GET", "/nowhere", 401],
    ["GET", "/health/live", 204],
    ["GET", "/openapi.json", 200]
  ])("leaves %s %s to the service: %i", async (method, path, status) => {
    const answer = await ask(path, method)
    expect(answer.status).toBe(status)
    expect(answer.headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{16}$/)
  })
})
