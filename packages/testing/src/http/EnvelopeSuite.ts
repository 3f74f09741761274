/**
 * Tests hold what is the same in every answer: the standard headers, the request id, the envelope, and the forms of
 * names, ids, numbers and times (specification "Headers on every response", "Response envelope"; decisions parts 1 and
 * 2).
 */
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { approvedTemplate, idempotencyKey, settled } from "./internal/actions.ts"
import { anyFields, failure, generatedId, millis, standing, success, uuid } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { server, withKey } from "./internal/given.ts"
import type { Sent } from "./internal/resources.ts"
import { definition, greeting, parameters, phone, unknownId, webhook } from "./internal/samples.ts"
import type { Reply } from "./Reply.ts"

interface Asked {
  readonly name: string
  readonly status: number
  readonly ask: (given: Given) => Promise<Reply>
}

const send = { to: [phone(1)], template: { name: "hello_order_is_ready", parameters }, channel: ["sms"] }

const successes: ReadonlyArray<Asked> = [
  { name: "GET /v3/me", status: 200, ask: ({ client }) => client.get("/v3/me") },
  { name: "POST /v3/webhooks", status: 201, ask: ({ client }) => client.post("/v3/webhooks", webhook) },
  {
    name: "POST /v3/templates",
    status: 201,
    ask: ({ client }) => client.post("/v3/templates", { definition: greeting })
  },
  { name: "POST /v3/messages", status: 202, ask: ({ client }) => client.post("/v3/messages", send) },
  {
    name: "GET /v3/messages/{id}",
    status: 200,
    ask: async (given) => given.client.get(`/v3/messages/${await sentMessage(given)}`)
  },
  {
    name: "GET /v3/messages/{id}/activities",
    status: 200,
    ask: async (given) => given.client.get(`/v3/messages/${await sentMessage(given)}/activities`)
  },
  {
    name: "GET /v3/contacts",
    status: 200,
    ask: async (given) => {
      await sentMessage(given)
      return given.client.get("/v3/contacts")
    }
  },
  {
    name: "GET /v3/numbers/lookup/{phoneNumber}",
    status: 200,
    ask: ({ client }) => client.get("/v3/numbers/lookup/+12015550123")
  }
]

const sentMessage = async ({ client }: Given): Promise<string> => {
  const { recipients } = success<Sent>(await client.post("/v3/messages", send), 202)
  return (await settled(client, recipients[0]!.message_id)).id
}

const lockedOut = async (given: Given): Promise<Reply> => {
  const client = withKey(given, randomUUID())
  for (let attempt = 0; attempt < 10; attempt++) await client.get("/v3/me")
  return client.get("/v3/me")
}

const conflict = async ({ client }: Given): Promise<Reply> => {
  const headers = { "idempotency-key": idempotencyKey() }
  await client.post("/v3/webhooks", webhook, headers)
  return client.post("/v3/webhooks", { ...webhook, display_name: "Another" }, headers)
}

const failures: ReadonlyArray<Asked & { readonly code: string }> = [
  {
    name: "a malformed body",
    status: 400,
    code: "VALIDATION_001",
    ask: ({ client }) =>
      client.send("POST", "/v3/messages", { body: "{", headers: { "content-type": "application/json" } })
  },
  {
    name: "wrong fields",
    status: 400,
    code: "VALIDATION_001",
    ask: ({ client }) => client.post("/v3/templates", {})
  },
  {
    name: "a path id that is no UUID",
    status: 400,
    code: "VALIDATION_003",
    ask: ({ client }) => client.get("/v3/messages/1")
  },
  { name: "no key", status: 401, code: "AUTH_002", ask: ({ nobody }) => nobody.get("/v3/me") },
  {
    name: "no permission",
    status: 403,
    code: "AUTH_004",
    ask: ({ profile }) => profile.get("/v3/me", { "x-profile-id": unknownId })
  },
  {
    name: "an unknown message",
    status: 404,
    code: "RESOURCE_003",
    ask: ({ client }) => client.get(`/v3/messages/${unknownId}`)
  },
  { name: "an unknown path", status: 404, code: "RESOURCE_013", ask: ({ client }) => client.get("/v3/nothing") },
  {
    name: "a wrong method",
    status: 405,
    code: "VALIDATION_001",
    ask: ({ client }) => client.send("DELETE", "/v3/me")
  },
  {
    name: "a body that is too large",
    status: 413,
    code: "VALIDATION_001",
    ask: ({ client }) => client.post("/v3/templates", { pad: "x".repeat(1024 * 1024) })
  },
  {
    name: "a wrong content type",
    status: 415,
    code: "VALIDATION_001",
    ask: ({ client }) => client.post("/v3/templates", {}, { "content-type": "text/plain" })
  },
  { name: "a key used for another request", status: 422, code: "CONFLICT_005", ask: conflict },
  { name: "a locked credential", status: 429, code: "BUSINESS_002", ask: lockedOut }
]

const headersOf = (given: () => Given): void => {
  it.each(successes)(
    "of $name are the standard ones [ENV-008, ENV-011, ENV-012, ENV-015, ENV-017, RTL-020]",
    async ({ ask, status }) => {
      const reply = await ask(given())
      expect(reply.status, reply.text).toBe(status)
      standing(reply)
      unkept(reply)
      expect(reply.headers.get("x-request-id")).toMatch(generatedId)
      onlyWhereTheyBelong(reply)
    }
  )

  it.each(failures)(
    "of a failure for $name are the standard ones [ENV-007, ENV-008, ENV-011, ENV-013, ENV-017, RTL-020]",
    async ({ ask, status }) => {
      const reply = await ask(given())
      expect(reply.status, reply.text).toBe(status)
      standing(reply)
      unkept(reply)
      expect(reply.headers.get("x-request-id")).toMatch(generatedId)
      onlyWhereTheyBelong(reply, status === 403)
    }
  )
}

/** One customer's data is kept by no cache, and taken by no browser for something else. */
const unkept = ({ headers }: Reply): void => {
  expect([headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual(["no-store", "nosniff"])
}

/** None of these was sandboxed, replayed, rate limited or profile-scoped. */
const onlyWhereTheyBelong = (reply: Reply, byProfile = false): void => {
  const unexpected = [
    "x-sandbox",
    "idempotent-replayed",
    "x-original-request-id",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    ...(reply.status === 429 ? [] : ["retry-after"]),
    ...(byProfile ? [] : ["x-profile-id"])
  ]
  expect(unexpected.filter((name) => reply.headers.has(name))).toEqual([])
}

/** HTTP takes blanks around a header's value away. */
const echoable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 128
})
  .filter((id) => id.trim() === id)

const latin = fc.integer({ min: 0x80, max: 0xff }).map((code) => String.fromCharCode(code))

const notEchoable = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "Z", "0", "-", "~"), minLength: 129, maxLength: 400 }),
  fc.tuple(echoable, fc.oneof(latin, fc.constant("\t")), echoable).map((parts) => parts.join("").slice(-128))
    .filter((id) => id.trim() === id && /[^\x20-\x7e]/.test(id)),
  fc.constant("")
)

const idsOf = (given: () => Given): void => {
  const anywhere = fc.constantFrom("/v3/me", "/v3/nothing", "/v3/messages/1", `/v3/messages/${unknownId}`)

  propWith({ runs: 50 })(
    "are echoed as they came, when they are 1 to 128 printable characters [ENV-009, ENV-030]",
    echoable,
    anywhere,
    fc.boolean(),
    async (id, path, withKey) => {
      const reply = await (withKey ? given().client : given().nobody).get(path, { "x-request-id": id })
      expect(reply.headers.get("x-request-id")).toBe(id)
      expect(reply.json).toMatchObject({ meta: { request_id: id } })
    }
  )

  propWith({ runs: 50 })("are made anew, when they could forge a log line", notEchoable, anywhere, async (id, path) => {
    const reply = await given().client.get(path, { "x-request-id": id })
    expect(reply.headers.get("x-request-id")).toMatch(generatedId)
  })

  it("that are made differ [ENV-010]", async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => given().client.get("/v3/me")))
    expect(new Set(replies.map((reply) => reply.headers.get("x-request-id"))).size).toBe(50)
  })
}

const bodiesOf = (given: () => Given): void => {
  it.each(successes)(
    "of $name is a success [ENV-018, ENV-022, ENV-023, ENV-030, ENV-031, ENV-032]",
    async ({ ask, status }) => {
      expect(success(await ask(given()), status)).toBeTypeOf("object")
    }
  )

  it.each(failures)(
    "of a failure for $name says so [ENV-019, ENV-020, ENV-021, ENV-024, ENV-025, ENV-026, ENV-029, ENV-034]",
    async ({ ask, code, status }) => {
      failure(await ask(given()), status, code, anyFields)
    }
  )

  it("has details exactly where fields are wrong [ENV-027, ENV-028, ERR-003]", async () => {
    const withFields = new Map([
      ["a malformed body", ["body"]],
      ["wrong fields", ["definition"]],
      ["a path id that is no UUID", ["id"]],
      ["a body that is too large", ["body"]],
      ["a wrong content type", ["body"]]
    ])
    for (const { ask, code, name, status } of failures) {
      failure(await ask(given()), status, code, withFields.get(name) ?? [])
    }
  })

  it("has a timestamp of now [ENV-031]", async () => {
    const before = Date.now()
    const { meta } = (await given().client.get("/v3/me")).json as { readonly meta: { readonly timestamp: string } }
    expect(Date.parse(meta.timestamp)).toBeGreaterThanOrEqual(before - 5000)
    expect(Date.parse(meta.timestamp)).toBeLessThanOrEqual(Date.now() + 5000)
  })
}

type Visit = (key: string, value: unknown) => void

const visit = (value: unknown, f: Visit): void => {
  if (typeof value !== "object" || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) f(key, inner)
    // The names in these are not the API's own: an author's, a composed message's, and those of wrong fields.
    if (!["definition", "message_body", "details"].includes(key)) visit(inner, f)
  }
}

const formsOf = (given: () => Given): void => {
  const replies: Array<Reply> = []
  beforeAll(async () => {
    for (const { ask } of [...successes, ...failures]) replies.push(await ask(given()))
  })

  const everywhere = (f: Visit): void => {
    for (const reply of replies) visit(reply.json, f)
  }

  it("of a body is JSON, and the header says so [ENV-002]", () => {
    for (const reply of replies) {
      expect(reply.headers.get("content-type")).toMatch(/^application\/json(; ?charset=utf-8)?$/i)
      expect(reply.json).toBeTypeOf("object")
    }
  })

  it("of property names is snake_case [ENV-003]", () => {
    everywhere((key) => expect(key).toMatch(/^[a-z]+(_[a-z0-9]+)*$/))
  })

  /** Holds every value under such a name to the pattern. */
  const hold = (isMeant: (key: string) => boolean, pattern: RegExp, atLeast: number): void => {
    const seen: Array<unknown> = []
    everywhere((key, value) => {
      if (value !== null && isMeant(key)) seen.push(value)
    })
    for (const value of seen) expect(value).toMatch(pattern)
    expect(seen.length).toBeGreaterThan(atLeast)
  }

  it("of ids is that of a UUID [ENV-004]", () => {
    hold((key) => /(^|_)id$/.test(key) && key !== "request_id", uuid, 10)
  })

  it("of phone numbers is E.164 [ENV-005]", () => {
    hold((key) => ["phone", "to", "phone_number", "from", "format_e164"].includes(key), /^\+[1-9]\d{6,14}$/, 6)
  })

  it("of times is ISO 8601, in UTC with milliseconds [ENV-006]", () => {
    hold((key) => /(_at|^timestamp)$/.test(key), millis, 10)
    everywhere((key, value) => {
      if (value !== null && /(_at|^timestamp)$/.test(key)) expect(Date.parse(String(value))).not.toBeNaN()
    })
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Envelope (${name})`, () => {
    const given = server(start, async ({ client }) => {
      await approvedTemplate(
        client,
        definition("Hello {{0:variable}}, order {{1:variable}} is ready.", "name", "order")
      )
    })
    describe("the headers", () => headersOf(given))
    describe("request ids", () => idsOf(given))
    describe("the body", () => bodiesOf(given))
    describe("the form", () => formsOf(given))
  })
}
