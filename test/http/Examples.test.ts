/**
 * The examples of the OpenAPI document are requests that are right, and answers of the operations that they stand at.
 */
import type { OperationName } from "@signalbox/core/Catalogue"
import { operations } from "@signalbox/core/Catalogue"
import * as Examples from "@signalbox/http/openapi/Examples"
import { bindings } from "@signalbox/testing/http/Bindings"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

const names = Object.keys(operations) as ReadonlyArray<OperationName>

describe("the examples of the document", () => {
  it("stand at operations that there are", () => {
    expect(Object.keys(Examples.all).filter((name) => !names.includes(name as OperationName))).toEqual([])
  })

  const takesBody = bindings.filter(({ method, name }) =>
    method !== "DELETE" && Object.keys(operations[name].body.fields).some((field) => field !== "sandbox")
  )

  it.each(takesBody)("show a body of $name that is right", ({ name }) => {
    const body = Examples.of(name)?.body
    expect(body).toBeDefined()
    const codec = operations[name].body as Schema.Codec<unknown, unknown>
    expect(() => Schema.decodeUnknownSync(codec)(body)).not.toThrow()
  })

  it.each(bindings)("show an answer of $name as it comes", ({ name }) => {
    const operation = operations[name]
    const data = Examples.of(name)?.data
    if (data === undefined) {
      expect(operation.status).toBe(204)
      return
    }
    const codec = operation.data as Schema.Codec<unknown, unknown>
    expect(Schema.encodeUnknownSync(codec)(Schema.decodeUnknownSync(codec)(data))).toEqual(data)
  })
})
