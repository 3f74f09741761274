/**
 * Calls of tools without an emulator: the requests that they make, and the answers that an assistant reads.
 */
import * as Accounts from "@signalbox/mcp/Accounts"
import * as ApiDocument from "@signalbox/mcp/ApiDocument"
import type { Answer, Ask, Request } from "@signalbox/mcp/EmulatorClient"
import { NoAnswer } from "@signalbox/mcp/EmulatorClient"
import type { Tool } from "@signalbox/mcp/Tool"
import { BadArguments, request } from "@signalbox/mcp/Tool"
import * as ToolCall from "@signalbox/mcp/ToolCall"
import * as Tools from "@signalbox/mcp/Tools"
import { describe, expect, it } from "vitest"

const { signal } = new AbortController()

const tool: Tool = {
  name: "get_message",
  title: "Read a message",
  description: "",
  inputSchema: { type: "object" },
  method: "GET",
  path: "/v3/messages/{id}",
  reads: true,
  ofAccount: true
}

describe("a request", () => {
  const of = (method: string, given: object, path = "/a/{id}/b") => request({ method, path }, { ...given })

  it("has in its path what that names, and the rest in its query or its body", () => {
    const given = { id: "x/ y", page: 2, all: true, none: undefined, nothing: null }
    for (const method of ["GET", "DELETE"]) {
      expect(of(method, given)).toEqual({ method, path: "/a/x%2F%20y/b?page=2&all=true" })
      expect(of(method, { id: 7 })).toEqual({ method, path: "/a/7/b" })
    }
    for (const method of ["POST", "PUT", "PATCH"]) {
      expect(of(method, given)).toEqual({ method, path: "/a/x%2F%20y/b", body: { page: 2, all: true, nothing: null } })
    }
    expect(of("POST", { id: 1 })).toEqual({ method: "POST", path: "/a/1/b", body: {} })
  })

  it("says which argument is missing, or is none", () => {
    const flaw = (given: object, method = "GET"): string => {
      try {
        return JSON.stringify(of(method, given))
      } catch (error) {
        return error instanceof BadArguments ? `${error.name}: ${error.message}` : "?"
      }
    }
    expect(
      [{}, { id: null }, { id: {} }, { id: "" }, { id: "." }, { id: ".." }, { id: 1, page: [] }].map((given) =>
        flaw(given)
      )
    )
      .toEqual([
        "BadArguments: id is missing.",
        "BadArguments: id must be a text or a number.",
        "BadArguments: id must be a text or a number.",
        "BadArguments: id must not be \"\".",
        "BadArguments: id must not be \".\".",
        "BadArguments: id must not be \"..\".",
        "BadArguments: page must be a text or a number."
      ])
    expect(flaw({ id: "..." })).toContain("/a/.../b")
  })
})

describe("the headers of an account", () => {
  const accounts: Accounts.Accounts = [
    { id: "1", name: "Keyless", profiles: [{ id: "2", name: "Lost" }, { id: "3", name: "Own", api_key: "k3" }] },
    {
      id: "4",
      name: "Acme",
      api_key: "k4",
      profiles: [{ id: "5", name: "Shop" }, { id: "6", name: "Bank", api_key: "k6" }]
    }
  ]

  it("are those of the first that has a key, or of the one that is named, with the key of its organization", () => {
    const named = [undefined, "Keyless", "2", "Own", "4", "Acme", "Shop", "5", "6", "nobody"]
    expect(named.map((name) => Accounts.headers(accounts, name))).toEqual([
      { "x-api-key": "k3" },
      undefined,
      undefined,
      { "x-api-key": "k3" },
      { "x-api-key": "k4" },
      { "x-api-key": "k4" },
      { "x-api-key": "k4", "x-profile-id": "5" },
      { "x-api-key": "k4", "x-profile-id": "5" },
      { "x-api-key": "k6" },
      undefined
    ])
    expect(Accounts.headers([])).toBeUndefined()
  })
})

describe("a call", () => {
  const accounts: Answer = { status: 200, json: [{ id: "1", name: "Acme", api_key: "k", profiles: [] }] }

  const run = async (answer: Answer | Error, given = {}, known = accounts, called = tool) => {
    const asked: Array<Request> = []
    const ask: Ask = (made) => {
      asked.push(made)
      if (made.path === Accounts.path) return Promise.resolve(known)
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    }
    return { outcome: await ToolCall.run(ask, called, { id: "m-1", ...given }, signal), asked }
  }

  it("asks for the account's key, and the API with it", async () => {
    const { asked, outcome } = await run({ status: 200, json: { success: true, data: { a: 1 } } }, {
      account: "Acme",
      all: 1
    })
    expect(outcome).toEqual({ text: "{\"a\":1}", isError: false })
    expect(asked).toEqual([
      { method: "GET", path: "/emulator/accounts", signal },
      { method: "GET", path: "/v3/messages/m-1?all=1", headers: { "x-api-key": "k" }, signal }
    ])
  })

  it("of the control asks for no account, and has each argument", async () => {
    const { asked } = await run({ status: 200, json: {} }, { account: "Acme" }, accounts, { ...tool, ofAccount: false })
    expect(asked).toEqual([{ method: "GET", path: "/v3/messages/m-1?account=Acme", signal }])
  })

  it("has what the emulator answers, as an assistant reads it", async () => {
    const said = async (status: number, json: unknown) => (await run({ status, json })).outcome
    const done = (text: string) => ({ text, isError: false })
    const failed = (text: string) => ({ text, isError: true })
    expect(await said(200, undefined)).toEqual(done("Done."))
    expect(await said(200, { success: true, data: undefined })).toEqual(done("Done."))
    expect(await said(399, [1])).toEqual(done("[1]"))
    expect(await said(200, { success: false, data: 1 })).toEqual(done("{\"success\":false,\"data\":1}"))
    expect(await said(400, { success: true, data: 1 })).toEqual(failed("The emulator answered with the status 400."))
    const error = { code: "RESOURCE_001", message: "Not found" }
    expect(await said(404, { error })).toEqual(failed("RESOURCE_001: Not found"))
    expect(await said(404, { error: { message: "Not found" } })).toEqual(failed("Not found"))
    for (const details of [null, {}, []]) {
      expect(await said(404, { error: { ...error, details } })).toEqual(failed("RESOURCE_001: Not found"))
    }
    expect(await said(400, { error: { ...error, details: { a: 1 } } })).toEqual(
      failed("RESOURCE_001: Not found\n{\"a\":1}")
    )
    expect(await said(400, { error: { ...error, details: 0 } })).toEqual(failed("RESOURCE_001: Not found\n0"))
  })

  it("says what is wrong with it, and fails for a defect alone", async () => {
    const words = async (...given: Parameters<typeof run>) => (await run(...given)).outcome
    const failed = (text: string) => ({ text, isError: true })
    const fine: Answer = { status: 200, json: {} }
    expect(await words(fine, { account: 7 })).toEqual(failed("account must be a text."))
    expect(await words(fine, { account: "x" })).toEqual(failed("The emulator has no account \"x\" whose key is known."))
    for (const json of [[], undefined]) {
      expect(await words(fine, {}, { status: 200, json }))
        .toEqual(failed("The emulator has no account whose key is known."))
    }
    expect(await words(fine, { id: "" })).toEqual(failed("id must not be \"\"."))
    expect(await words(new NoAnswer("no answer"))).toEqual(failed("no answer"))
    await expect(run(new TypeError("a defect"))).rejects.toThrow("a defect")
  })
})

describe("the tools", () => {
  const text = { type: "string" }
  const document: ApiDocument.ApiDocument = {
    info: { version: "1" },
    paths: {
      "/v3/messages": {
        post: {
          operationId: "messages.send",
          summary: "Sends",
          description: "Twice.",
          parameters: [{ $ref: "#/components/parameters/key" }],
          requestBody: {
            content: {
              "application/json": {
                schema: { properties: { to: { $ref: "#/components/schemas/To" } }, required: ["to"] }
              }
            }
          }
        }
      },
      "/v3/messages/{id}": {
        get: {
          operationId: "messages.get",
          summary: "Reads",
          parameters: [
            { name: "id", in: "path", required: true, description: "The message", schema: text },
            { name: "page", in: "query", required: false, schema: { items: [{ $ref: "#/components/schemas/Deep" }] } },
            { name: "x-key", in: "header", required: true, schema: text }
          ]
        }
      }
    },
    components: { schemas: { To: { $ref: "#/components/schemas/Deep" }, Deep: text, Other: { $ref: 7 } } }
  }
  const account = {
    type: "string",
    description: "The account that asks, by its id or name: the emulator's first unless given."
  }

  it("of operations take their parameters and their body, with the definitions that these need", () => {
    expect(ApiDocument.operation(document, "messages.send")).toEqual({
      method: "POST",
      path: "/v3/messages",
      description: "Sends. Twice.",
      inputSchema: {
        type: "object",
        properties: { to: { $ref: "#/$defs/To" }, account },
        required: ["to"],
        $defs: { To: { $ref: "#/$defs/Deep" }, Deep: text }
      }
    })
    expect(ApiDocument.operation(document, "messages.get")).toEqual({
      method: "GET",
      path: "/v3/messages/{id}",
      description: "Reads",
      inputSchema: {
        type: "object",
        properties: {
          id: { type: "string", description: "The message" },
          page: { items: [{ $ref: "#/$defs/Deep" }] },
          account
        },
        required: ["id"],
        $defs: { Deep: text }
      }
    })
    expect(ApiDocument.operation(document, "messages.none")).toBeUndefined()
    const plain = { ...document, paths: { "/a": { get: { operationId: "a", summary: "A", parameters: [] } } } }
    expect(ApiDocument.operation(plain, "a")?.inputSchema).toEqual({
      type: "object",
      properties: { account },
      required: []
    })
  })

  it("are none of an emulator that lacks one of them", () => {
    expect(() => Tools.make(document, { calls: [] }))
      .toThrow("The emulator is of another version than @signalbox/mcp: it has no GET /emulator/messages.")
    expect(() => Tools.make({ ...document, paths: {} }, { calls: [] }))
      .toThrow("The emulator is of another version than @signalbox/mcp: it has no messages.send.")
  })
})
