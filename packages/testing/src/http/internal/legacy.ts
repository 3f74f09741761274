/**
 * Tests of legacy v2 use clients that name their account, and expect of every answer what it owes.
 */
import type { TestContext } from "vitest"
import { expect } from "vitest"
import type { HttpClient } from "../HttpClient.ts"
import type { WantedAccount } from "../HttpSubject.ts"
import type { Reply } from "../Reply.ts"
import { me } from "./actions.ts"
import { aText, aUuid, standing } from "./answers.ts"
import type { Given } from "./given.ts"
import { account, withKey } from "./given.ts"
import { unknownId } from "./samples.ts"

export interface Operation {
  readonly method: string
  readonly path: string
}

/** Every endpoint of v2. */
export const operations: ReadonlyArray<Operation> = [
  { method: "POST", path: "/v2/messages/phone" },
  { method: "POST", path: "/v2/messages/contact" },
  { method: "POST", path: "/v2/messages/quick-message" },
  { method: "GET", path: `/v2/messages/${unknownId}` },
  { method: "GET", path: "/v2/templates" },
  { method: "GET", path: `/v2/templates/${unknownId}` },
  { method: "GET", path: "/v2/contacts" },
  { method: "GET", path: `/v2/contacts/id?id=${unknownId}` },
  { method: "GET", path: "/v2/contacts/phone?phoneNumber=%2B12015550123" }
]

/** The same client with the header that names the account of its key. */
export const named = async (client: HttpClient): Promise<HttpClient> =>
  client.as({ ...client.standing, "x-sender-id": (await me(client)).id })

export interface Customer {
  readonly id: string
  readonly apiKey: string
  /** Asks v3. */
  readonly client: HttpClient
  /** Asks v2. */
  readonly legacy: HttpClient
}

/** An account of the case's own. */
export const customer = async (given: Given, context: TestContext, wanted?: WantedAccount): Promise<Customer> => {
  const { apiKey, id } = await account(given, context, wanted)
  return {
    id,
    apiKey,
    client: withKey(given, apiKey),
    legacy: given.nobody.as({ "x-api-key": apiKey, "x-sender-id": id })
  }
}

const camelCase = /^[a-z][A-Za-z0-9]*$/

/** The names of all properties in a value. */
const names = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value)
    ? value.flatMap(names)
    : typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...names(inner)])
    : []

/** The body of a success: bare, and in camelCase. */
export const bare = <Body>(reply: Reply, status: number): Body => {
  standing(reply)
  expect(reply.status, reply.text.slice(0, 500)).toBe(status)
  expect(reply.headers.get("content-type")).toMatch(/^application\/json\b/)
  expect(reply.json).toBeTypeOf("object")
  expect(names(reply.json).filter((name) => !camelCase.test(name))).toEqual([])
  for (const name of ["success", "data", "meta", "error"]) expect(reply.json).not.toHaveProperty(name)
  return reply.json as Body
}

export interface Page<Item> {
  readonly items: ReadonlyArray<Item>
  readonly totalCount: number
  readonly page: number
  readonly pageSize: number
  readonly totalPages: number
}

export interface Contact {
  readonly id: string
  readonly phoneNumber: string
}

export interface Template {
  readonly id: string
  readonly displayName: string
}

export const aContact = {
  id: aUuid,
  phoneNumber: aText,
  formatE164: aText,
  formatInternational: aText,
  formatNational: aText,
  formatRfc: aText,
  countryCode: aText,
  regionCode: aText,
  availableChannels: aText,
  defaultChannel: aText
}
