/**
 * Actions that tests of contacts and conversations take on their way.
 */
import type { TestContext } from "vitest"
import type { HttpClient } from "../HttpClient.ts"
import type { WantedAccount } from "../HttpSubject.ts"
import type { Reply } from "../Reply.ts"
import { success } from "./answers.ts"
import type { Given } from "./given.ts"
import { account, withKey } from "./given.ts"
import type { Contact } from "./resources.ts"

export const path = "/v3/contacts"

export interface Page {
  readonly page: number
  readonly page_size: number
  readonly total_count: number
  readonly total_pages: number
  readonly has_more: boolean
  readonly cursors: null
}

export interface Listed {
  readonly contacts: ReadonlyArray<Contact>
  readonly pagination: Page
}

export const create = async (client: HttpClient, phone: string): Promise<Contact> =>
  success<Contact>(await client.post(path, { phone_number: phone }), 201)

export const contact = async (client: HttpClient, id: string): Promise<Contact> =>
  success<Contact>(await client.get(`${path}/${id}`), 200)

export const list = async (client: HttpClient, query: Readonly<Record<string, string>> = {}): Promise<Listed> =>
  success<Listed>(await client.get(`${path}?${new URLSearchParams(query)}`), 200)

/** The contact of a number, which must be there. */
export const ofNumber = async (client: HttpClient, phone: string): Promise<Contact> => {
  const { contacts: [found] } = await list(client, { phone })
  if (found === undefined) throw new Error(`there is no contact of ${phone}`)
  return found
}

export const patch = (client: HttpClient, id: string, body: object): Promise<Reply> =>
  client.send("PATCH", `${path}/${id}`, {
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" }
  })

export const update = async (client: HttpClient, id: string, body: object): Promise<Contact> =>
  success<Contact>(await patch(client, id, body), 200)

export const remove = (client: HttpClient, id: string, body?: object): Promise<Reply> =>
  client.send(
    "DELETE",
    `${path}/${id}`,
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }
  )

/** An account of the case's own. */
export const fresh = async (given: Given, context: TestContext, wanted?: WantedAccount): Promise<HttpClient> =>
  withKey(given, (await account(given, context, wanted)).apiKey)
