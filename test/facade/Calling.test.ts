/**
 * A call in this process asks for the operation as a request over HTTP does: for whom, with what, and under which id; and what
 * is answered is told.
 */
import { Access } from "@signalbox/core/Access"
import type { Answer } from "@signalbox/core/Answer"
import { IdGenerator } from "@signalbox/core/IdGenerator"
import { Operations } from "@signalbox/core/Operations"
import { fingerprint } from "@signalbox/http/steps/Parameters"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SignalboxError } from "signalbox"
import { call } from "signalbox/internal/calling"
import * as Plans from "signalbox/internal/plans"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const id = Given.accountId(10)
const message = Given.messageId(1)
const planOf = (name: string): Plans.Plan => {
  const found = Plans.all.find(({ binding }) => binding.name === name)
  if (found === undefined) throw new Error(`There is no ${name}.`)
  return found
}

type Outcome = Answer["outcome"]

interface Asked {
  readonly found: ReadonlyArray<string>
  readonly requests: ReadonlyArray<readonly [caller: object, request: Readonly<Record<string, unknown>>]>
  readonly said: unknown
}

/** Calls an operation that answers so, for an account that is this one, if any. */
const asks = async (
  outcome: Outcome,
  { account = Given.account({ id }), body = {}, name = "messages.cancel", options = {}, params = { id: message } }: {
    readonly account?: ReturnType<typeof Given.account> | null
    readonly body?: Parameters<typeof call>[2]["body"]
    readonly name?: string
    readonly options?: Parameters<typeof call>[2]["options"]
    readonly params?: Readonly<Record<string, string>>
  } = {}
): Promise<Asked> => {
  const found: Array<string> = []
  const requests: Array<Asked["requests"][number]> = []
  const answer = { outcome, requestId: "req_of_the_first", retryAfter: 7, status: 409 } as Answer
  const services = Layer.mergeAll(
    Layer.mock(Access, {
      findAccount: (asked) =>
        Effect.sync(() => {
          found.push(asked)
          return account
        })
    }),
    Layer.succeed(Operations, {
      run: (_, caller, request) =>
        Effect.sync(() => {
          requests.push([caller, { ...request }])
          return answer as never
        })
    }),
    Layer.succeed(IdGenerator, Given.ids())
  )
  const asked = call(id.toUpperCase(), planOf(name), { params, query: {}, body, options })
  const said = await Effect.runPromise(Effect.provide(
    Effect.match(asked, {
      onFailure: (error: unknown) => error,
      onSuccess: (data) => data
    }),
    services
  ))
  return { found, requests, said }
}

const nothing: Outcome = null

describe("a call", () => {
  it("is for the account that the host names, and has all that it says", async () => {
    const { found, requests, said } = await asks(nothing, { body: { a: 1 }, options: { requestId: "mine" } })
    const account = Given.account({ id })
    expect(found).toEqual([id])
    expect(requests).toEqual([[
      { account, keyAccount: account, isHost: true },
      { path: { id: message }, query: expect.anything(), idempotency: null, body: { a: 1 }, requestId: "mine" }
    ]])
    expect(said).toBeUndefined()
  })

  it("has an id of its own unless the host gives one, of the form that requests over HTTP have", async () => {
    const { requests: [[, first] = []] } = await asks(nothing)
    expect(first?.["requestId"]).toMatch(/^req_[0-9a-f]{16}$/)
    expect(first?.["requestId"]).toBe(`req_${Given.ids().uuid().replaceAll("-", "").slice(0, 16)}`)
  })

  it.each([null, Given.account({ id, deletedAt: Given.now })])(
    "for an account that is not there asks nobody",
    async (account) => {
      const { requests, said } = await asks(nothing, { account })
      expect(requests).toEqual([])
      expect(said).toMatchObject({
        code: "RESOURCE_004",
        status: 404,
        message: `There is no account with the id ${id.toUpperCase()}.`
      })
    }
  )

  it.each([message, Given.messageId(2)])("under a key is that of the request over HTTP for %s", async (id) => {
    const { requests: [[, first] = []] } = await asks(nothing, {
      name: "messages.resend",
      params: { id },
      body: { a: 1 },
      options: { idempotencyKey: "once" }
    })
    expect(first?.["idempotency"]).toEqual({
      key: "once",
      fingerprint: fingerprint("POST", `/v3/messages/${id}/resend`, {}, { a: 1 })
    })
  })

  it("tells the data, or the refusal with the id of the request that was refused", async () => {
    expect((await asks({ part: "data", json: "{\"a\":[1]}" })).said).toEqual({ a: [1] })
    const refused = { code: "CONFLICT_010", message: "no", details: { a: ["is wrong"] } }
    const { said } = await asks({ part: "error", json: JSON.stringify(refused) })
    expect(said).toBeInstanceOf(SignalboxError)
    expect(said).toMatchObject({
      ...refused,
      message: "no: a is wrong",
      status: 409,
      requestId: "req_of_the_first",
      retryAfterMs: 7000
    })
  })

  it("with an id that is none is refused under its own", async () => {
    const { requests, said } = await asks(nothing, { params: { id: "x" }, options: { requestId: "mine" } })
    expect(requests).toEqual([])
    expect(said).toMatchObject({
      code: "VALIDATION_003",
      requestId: "mine",
      details: { id: expect.anything() as unknown }
    })
  })
})
