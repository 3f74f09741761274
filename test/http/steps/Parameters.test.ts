/** Step 9: what the parameters of a request are read as, and that all that is wrong with them is told in one answer. */
import { operations } from "@signalbox/core/Catalogue"
import * as Parameters from "@signalbox/http/steps/Parameters"
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import * as Requested from "../Requested.ts"

const sha256 = (...lines: ReadonlyArray<string>) => createHash("sha256").update(lines.join("\n")).digest("hex")

const id = Given.webhookId(1)
const updated = (headers: Record<string, string>, path = id, body = {}, sandbox = false) => {
  const request = Requested.make({ method: "PUT", headers }, { params: { id: path }, url: `/v3/Webhooks/${path}?a=2` })
  return Parameters.reader(operations["webhooks.update"])(
    { ...request, query: { b: ["1", "2"], a: "2" } },
    body,
    sandbox
  )
}

describe("the parameters", () => {
  it("are read, and with a key the request is told from others by all that it asks", async () => {
    const body = { b: [1, null], a: "é" }
    expect(await Requested.outcome(updated({ "idempotency-key": "A-z_9" }, id, body))).toStrictEqual({
      given: {
        path: { id },
        query: {},
        idempotency: {
          key: "A-z_9",
          fingerprint: sha256(
            "PUT",
            `/v3/webhooks/${id}`,
            "{\"a\":\"2\",\"b\":[\"1\",\"2\"]}",
            "{\"a\":\"é\",\"b\":[1,null]}"
          )
        }
      }
    })
    expect(await Requested.outcome(updated({}))).toStrictEqual({
      given: { path: { id }, query: {}, idempotency: null }
    })
  })

  it.each(["", "a b", "a.b", "%", "x".repeat(256)])("have no Idempotency-Key %j", async (key) => {
    expect(await Requested.outcome(updated({ "idempotency-key": key }))).toEqual({
      refused: {
        code: "VALIDATION_007",
        message: expect.any(String) as unknown,
        details: { "Idempotency-Key": ["must have 1 to 255 letters, digits, hyphens or underscores"] }
      }
    })
  })

  it("are told all that is wrong with them", async () => {
    const end = await Requested.outcome(updated({ "idempotency-key": "a b" }, "one" as typeof id))
    expect(end).toMatchObject({
      refused: {
        code: "VALIDATION_001",
        details: {
          id: ["must be a UUID"],
          "Idempotency-Key": ["must have 1 to 255 letters, digits, hyphens or underscores"]
        }
      }
    })
  })

  it("of what cannot be repeated have no key, whatever the header says", async () => {
    const request = Requested.make({ method: "DELETE", headers: { "idempotency-key": "a b" } }, { params: { id } })
    const read = Parameters.reader(operations["webhooks.delete"])({ ...request, query: {} }, {}, false)
    expect(await Requested.outcome(read)).toStrictEqual({ given: { path: { id }, query: {}, idempotency: null } })
  })
})
