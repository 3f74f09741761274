/**
 * A typed client made from the contract, against a running server.
 */
import { GetUser } from "@signalbox/core/internal/user/GetUser"
import type { CreateWebhook } from "@signalbox/core/internal/webhook/CreateWebhook"
import { Api } from "@signalbox/http/Api"
import { bind } from "@signalbox/http/Binding"
import type { HttpSubject } from "@signalbox/testing/http/HttpSubject"
import * as Effect from "effect/Effect"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest"
import { node } from "./NodeSubject.ts"
import * as Storages from "./Storages.ts"

let subject: HttpSubject

beforeAll(async () => {
  subject = await node(Storages.memory)()
})

afterAll(() => subject.stop())

const client = () =>
  HttpApiClient.make(Api, {
    baseUrl: subject.baseUrl,
    transformClient: HttpClient.mapRequest(HttpClientRequest.setHeader("x-api-key", subject.apiKey))
  })

const run = <A, E>(
  use: (api: Effect.Success<ReturnType<typeof client>>) => Effect.Effect<A, E>
): Promise<A> => Effect.runPromise(Effect.flatMap(client(), use).pipe(Effect.provide(FetchHttpClient.layer)))

type Data<Operation> = Operation extends { readonly data: { readonly Type: infer D } } ? D : never

describe("a typed client", () => {
  it("takes a body, and answers with the operation's data", async () => {
    const answer = await run((api) =>
      api.webhooks.create({
        payload: { display_name: "Mine", endpoint_url: "https://93.184.216.34/hook", event_types: ["channel"] }
      })
    )
    expectTypeOf(answer.data).toEqualTypeOf<Data<typeof CreateWebhook>>()
    expect(answer).toMatchObject({ success: true, data: { display_name: "Mine", is_active: true } })
  })

  it("takes parameters and queries as texts", async () => {
    const { data: { id } } = await run((api) =>
      api.senderProfiles.create({ payload: { name: "A", short_name: "AAAA" } })
    )
    const { data } = await run((api) => api.senderProfiles.get({ params: { id } }))
    expect(data).toMatchObject({ id, name: "A" })
    const page = await run((api) => api.senderProfiles.list({ query: { page: "1", page_size: "1" } }))
    expect(page.data.sender_profiles).toHaveLength(1)
  })

  it("answers nothing for what has no data, and refusals as failures with their code", async () => {
    const user = await run((api) =>
      api.users.create({ payload: { email: "new@example.com", name: "New", role: "developer" } })
    )
    const params = { userId: user.data.id }
    const deleted = await run((api) => api.users.delete({ params, payload: {} }))
    expectTypeOf(deleted).toEqualTypeOf<void>()
    const refused = await run((api) => Effect.flip(api.users.get({ params: { userId: randomUUID() } })))
    expect(refused).toMatchObject({ success: false, status: 404, error: { code: "RESOURCE_006" } })
  })

  it("cannot be made of a path that has other parameters than its operation", () => {
    // @ts-expect-error the operation's parameter is called userId
    expect(() => bind("GET", "/v3/users/:id", GetUser)).not.toThrow()
    // @ts-expect-error the operation has a parameter
    expect(() => bind("GET", "/v3/users", GetUser)).not.toThrow()
    expect(() => bind("GET", "/v3/users/:userId", GetUser)).not.toThrow()
  })

  it("asks for nothing where there is nothing to ask for", async () => {
    expect(await run((api) => api.me.get())).toMatchObject({ success: true, data: { type: "organization" } })
  })
})
