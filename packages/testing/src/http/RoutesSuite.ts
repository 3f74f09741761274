/**
 * Tests hold what is asked of whom: paths that exist, methods that they know, ids in them (decisions part 1, steps 7
 * and 9).
 */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import { bindings } from "./Bindings.ts"
import type { Start } from "./HttpSubject.ts"
import { approvedTemplate, send } from "./internal/actions.ts"
import { failure, standing, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { server } from "./internal/given.ts"
import type { Message } from "./internal/resources.ts"
import { greeting, phone, unknownId } from "./internal/samples.ts"
import * as RawHttp from "./RawHttp.ts"

interface Operation {
  readonly method: string
  readonly path: string
}

/** Every operation that this version has. */
export const operations: ReadonlyArray<Operation> = bindings.map(({ method, path }) => ({
  method,
  path: path.replaceAll(/:\w+/g, unknownId)
}))

const paths = (given: () => Given): void => {
  it.each([
    "/v3",
    "/v3/",
    "/v3/nothing",
    "/v3/me/",
    "/v3/me/more",
    "/v3/ME",
    "/v3/messages/",
    "/v3/messages//activities",
    `/v3/messages/${unknownId}/`,
    `/v3/messages/${unknownId}/nothing`,
    "/v3//me",
    "/v3/me;a=b",
    `/v3/messages;a=b/${unknownId}`,
    "/v3/message"
  ])("that nobody knows are 404 RESOURCE_013: %s [ERR-024]", async (path) => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      failure(await given().client.send(method, path), 404, "RESOURCE_013")
    }
  })

  propWith({ runs: 40 })(
    "of any text that nobody knows are 404 RESOURCE_013 [ENV-034]",
    fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 }),
    fc.constantFrom("GET", "POST", "PATCH"),
    async (segments, method) => {
      // Dots would be resolved by the client before they are sent.
      const path = `/v3/x/${segments.map((segment) => encodeURIComponent(segment).replaceAll(".", "-")).join("/")}`
      failure(await given().client.send(method, path), 404, "RESOURCE_013")
    }
  )

  it("of every operation begin with /v3 [ENV-001]", async () => {
    expect(operations.length).toBeGreaterThan(20)
    for (const { method, path } of operations) {
      expect(path).toMatch(/^\/v3\//)
      const there = await given().nobody.send(method, path)
      failure(there, 401, "AUTH_002")
      const { status } = await given().client.send(method, path.slice("/v3".length))
      expect(status, path).toBe(404)
    }
  })

  it("are told to nobody without a key", async () => {
    failure(await given().nobody.get("/v3/nothing"), 401, "AUTH_002")
    failure(await given().nobody.send("DELETE", "/v3/me"), 401, "AUTH_002")
  })

  it("are matched without the query", async () => {
    success(await given().client.get("/v3/me?a=1&b=%20&c"), 200)
  })
}

/** Returns whether a path fits a pattern: `/v3/webhooks/event-types` fits `/v3/webhooks/:id` as well. */
const fits = (path: string, pattern: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`).test(path)

const methods = (given: () => Given): void => {
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const fitting = bindings.filter((binding) => fits(path, binding.path))
    const known = [...new Set<string>(fitting.map(({ method }) => method))]
    // A path that answers GET answers HEAD.
    const expected = [...known, ...(known.includes("GET") ? ["HEAD"] : [])].toSorted()
    it(`other than ${known.join(", ")} of ${path} are 405 with Allow`, async () => {
      for (
        const wrong of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].filter((each) => !known.includes(each))
      ) {
        const reply = await given().client.send(wrong, path)
        failure(reply, 405, "VALIDATION_001")
        expect((reply.headers.get("allow") ?? "").split(/ *, */).toSorted()).toEqual(expected)
      }
    })
  }

  it("that no client knows are 405 too", async () => {
    const reply = await RawHttp.send(given().subject.baseUrl, {
      method: "PROPFIND",
      path: "/v3/me",
      headers: [["x-api-key", given().subject.apiKey]]
    })
    failure(reply, 405, "VALIDATION_001")
  })

  it("on an unknown path are 404, not 405", async () => {
    failure(await given().client.send("DELETE", "/v3/nothing"), 404, "RESOURCE_013")
  })

  it("HEAD answers as GET does, without the body", async () => {
    const client = given().client
    for (
      const [path, status] of [
        ["/v3/me", 200],
        [`/v3/messages/${unknownId}`, 404],
        ["/v3/messages/1", 400],
        ["/v3/messages/%zz", 400],
        [`/v3/messages/${unknownId}/cancel`, 405],
        ["/v3/nothing", 404]
      ] as const
    ) {
      const reply = await client.send("HEAD", path)
      expect({ path, status: reply.status, text: reply.text }).toEqual({ path, status, text: "" })
      standing(reply)
    }
    const stranger = await given().nobody.send("HEAD", "/v3/me")
    expect(stranger.status).toBe(401)
    standing(stranger)
  })
}

const ids = (given: () => Given): void => {
  const noUuid = fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
    fc.string({ unit: fc.constantFrom("a", "0", "-", "/", "%", "é"), minLength: 1, maxLength: 40 }),
    fc.string({ minLength: 1000, maxLength: 6000 }),
    fc.uuid().map((id) => id.replaceAll("-", "")),
    fc.uuid().map((id) => `{${id}}`),
    fc.uuid().map((id) => `${id}0`),
    fc.uuid().map((id) => `urn:uuid:${id}`)
  ).filter((id) => !/^\.{1,2}$/.test(id))

  propWith({ runs: 60 })(
    "that are no UUID are 400 VALIDATION_003 with the parameter's name [ERR-001, ERR-005]",
    noUuid,
    fc.constantFrom("", "/activities"),
    async (id, rest) => {
      failure(await given().client.get(`/v3/messages/${encodeURIComponent(id)}${rest}`), 400, "VALIDATION_003", ["id"])
    }
  )

  it("end where the segment ends, and not before a semicolon", async () => {
    failure(await given().client.get(`/v3/messages/${unknownId};a=b`), 400, "VALIDATION_003", ["id"])
    failure(await given().client.get(`/v3/messages/${unknownId};a=b/activities`), 400, "VALIDATION_003", ["id"])
  })

  it.each(["%", "%zz", "%c3%28", "a%2", "%00"])("that cannot be read are 400 VALIDATION_003: %s", async (id) => {
    const reply = await RawHttp.send(given().subject.baseUrl, {
      path: `/v3/messages/${id}`,
      headers: [["x-api-key", given().subject.apiKey]]
    })
    failure(reply, 400, "VALIDATION_003", ["id"])
  })

  it("may be written in upper case, and are shown in lower case", async () => {
    const { client } = given()
    const { id } = await approvedTemplate(client, greeting)
    const { recipients } = await send(client, { to: [phone(1)], template: { id: id.toUpperCase() } })
    const message = recipients[0]!.message_id
    const reply = await client.get(`/v3/messages/${message.toUpperCase()}`)
    expect(success<Message>(reply, 200)).toMatchObject({ id: message, template_id: id })
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Routes (${name})`, () => {
    const given = server(start)
    describe("paths", () => paths(given))
    describe("methods", () => methods(given))
    describe("ids", () => ids(given))
  })
}
