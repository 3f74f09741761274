/**
 * People of accounts: how the API shows them, and what tests ask about them.
 */
import { randomUUID } from "node:crypto"
import type { TestContext } from "vitest"
import { expect } from "vitest"
import type { HttpClient } from "../HttpClient.ts"
import type { Reply } from "../Reply.ts"
import { anInstant, aText, aUuid, success } from "./answers.ts"
import type { Given } from "./given.ts"
import { account, withKey } from "./given.ts"

export interface User {
  readonly id: string
  readonly customer_id: string
  readonly email: string
  readonly name: string
  readonly role: string
  readonly status: string
  readonly invited_at: string | null
  readonly last_login_at: string | null
  readonly created_at: string
  readonly updated_at: string | null
}

export const roles = ["admin", "billing", "developer"] as const
export const statuses = ["invited", "active", "suspended", "rejected"] as const

/** A user who was invited and has not answered. */
export const anInvited = {
  id: aUuid,
  customer_id: aUuid,
  email: aText,
  name: aText,
  role: expect.toBeOneOf([...roles]) as unknown,
  status: "invited",
  invited_at: anInstant,
  last_login_at: null,
  created_at: anInstant,
  updated_at: null
}

export const email = (name = "user"): string => `${name}-${randomUUID()}@example.com`

export const invitation = (more: object = {}): object => ({ email: email(), name: "Ada", role: "developer", ...more })

export const invite = async (client: HttpClient, more: object = {}): Promise<User> =>
  success<User>(await client.post("/v3/users", invitation(more)), 201)

export const user = async (client: HttpClient, id: string): Promise<User> =>
  success<User>(await client.get(`/v3/users/${id}`), 200)

export const users = async (client: HttpClient): Promise<ReadonlyArray<User>> =>
  success<{ readonly users: ReadonlyArray<User> }>(await client.get("/v3/users"), 200).users

type Headers = Readonly<Record<string, string>>

const withBody = (method: string) => (client: HttpClient, id: string, body: unknown, headers: Headers = {}) =>
  client.send(method, `/v3/users/${id}`, {
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  })

export const patch = withBody("PATCH")

export const removeWith = withBody("DELETE")

export const remove = (client: HttpClient, id: string, headers: Headers = {}): Promise<Reply> =>
  client.send("DELETE", `/v3/users/${id}`, { headers })

/** An organization of the case's own, or the case is left out. */
export const fresh = async (given: Given, context: TestContext): Promise<HttpClient> =>
  withKey(given, (await account(given, context)).apiKey)
