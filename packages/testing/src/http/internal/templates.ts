/**
 * Templates as tests ask for them, and how they come to a status.
 */
import type { TestContext } from "vitest"
import type { HttpClient } from "../HttpClient.ts"
import type { Reply } from "../Reply.ts"
import { createTemplate } from "./actions.ts"
import { success } from "./answers.ts"
import type { Given } from "./given.ts"
import { account, eventually, reviewer, withKey } from "./given.ts"
import type { Template } from "./resources.ts"
import { greeting } from "./samples.ts"

export const path = "/v3/templates"

export const statuses = ["DRAFT", "PENDING", "APPROVED", "REJECTED", "PAUSED", "ARCHIVED"] as const
export type Status = (typeof statuses)[number]

export const template = async (client: HttpClient, id: string): Promise<Template> =>
  success<Template>(await client.get(`${path}/${id}`), 200)

type Headers = Readonly<Record<string, string>>

const withBody = (method: string) => (client: HttpClient, id: string, body: unknown, headers: Headers = {}) =>
  client.send(method, `${path}/${id}`, {
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  })

export const put = withBody("PUT")

export const removeWith = withBody("DELETE")

export const remove = (client: HttpClient, id: string, headers: Headers = {}): Promise<Reply> =>
  client.send("DELETE", `${path}/${id}`, { headers })

/** A change that must succeed. */
export const change = async (client: HttpClient, id: string, body: object): Promise<Template> =>
  success<Template>(await put(client, id, body), 200)

export interface Listed {
  readonly templates: ReadonlyArray<Template>
  readonly pagination: { readonly total_count: number }
}

export const list = async (client: HttpClient, query: Readonly<Record<string, string>> = {}): Promise<Listed> =>
  success<Listed>(await client.get(`${path}?${new URLSearchParams(query).toString()}`), 200)

/** An organization of the case's own, or the case is left out. */
export const fresh = async (given: Given, context: TestContext): Promise<HttpClient> =>
  withKey(given, (await account(given, context)).apiKey)

/** The template when it has come to a status. */
export const reached = (client: HttpClient, id: string, status: Status): Promise<Template> =>
  eventually(() => template(client, id), (seen) => seen.status === status)

const day = 86_400_000

/** A template that was brought to a status, or the case is left out. */
export const templateIn = async (
  given: Given,
  context: TestContext,
  status: Status,
  definition: object = greeting,
  client: HttpClient = given.client
): Promise<Template> => {
  const review = reviewer(given, context)
  const { id } = await createTemplate(client, definition, { category: "UTILITY", language: "en_US" })
  if (status === "DRAFT") return template(client, id)
  const verdict = status === "REJECTED" ? "reject" : "approve"
  await review({ template: id, outcome: verdict, afterMillis: status === "PENDING" ? day : 0 })
  await change(client, id, { submit_for_review: true })
  if (status === "PENDING" || status === "REJECTED") return reached(client, id, status)
  const approved = await reached(client, id, "APPROVED")
  if (status === "APPROVED") return approved
  await review({ template: id, outcome: status === "PAUSED" ? "pause" : "archive" })
  return template(client, id)
}
