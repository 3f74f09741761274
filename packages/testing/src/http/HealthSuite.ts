/**
 * The health endpoints (decisions part 1): no key, no body, the standard headers.
 */
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import { failure, standing } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { server } from "./internal/given.ts"

const paths = ["/healthcheck", "/health/live", "/health/ready"]

const endpoints = (given: () => Given): void => {
  it.each(paths)("%s is 204 without a key, for GET and HEAD, with any query", async (path) => {
    for (const [method, query] of [["GET", ""], ["HEAD", ""], ["GET", "?a=1"]] as const) {
      const reply = await given().nobody.send(method, `${path}${query}`)
      expect({ status: reply.status, text: reply.text }).toEqual({ status: 204, text: "" })
      standing(reply)
    }
    const { headers } = await given().nobody.get(path, { "x-request-id": "probe-1" })
    expect(headers.get("x-request-id")).toBe("probe-1")
  })

  it.each(paths)("%s knows no other method", async (path) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const reply = await given().nobody.send(method, path)
      failure(reply, 405, "VALIDATION_001")
      expect(reply.headers.get("allow")).toBe("GET, HEAD")
    }
  })

  it("are no different for a wrong key, which is not counted", async () => {
    const { nobody } = given()
    for (let count = 0; count < 12; count++) {
      const reply = await nobody.get("/health/ready", { "x-api-key": "no key at all" })
      expect(reply.status).toBe(204)
    }
    failure(await nobody.get("/v3/me", { "x-api-key": "no key at all" }), 401, "AUTH_002")
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Health (${name})`, () => endpoints(server(start)))
}
