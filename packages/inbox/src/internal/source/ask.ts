import type { Method } from "./source.ts"
import { Refusal } from "./source.ts"

interface Failure {
  readonly message?: string
  readonly code?: string
  readonly details?: unknown
}

/** The control tells details as a list, the API as messages by their field. */
const detailsOf = (details: unknown): Refusal["details"] => {
  if (Array.isArray(details)) return details as Refusal["details"]
  if (typeof details !== "object" || details === null) return []
  return Object.entries(details).map(([path, messages]) => ({
    path,
    message: Array.isArray(messages) ? messages.join(", ") : String(messages)
  }))
}

const parsed = (text: string): unknown => {
  try {
    return text === "" ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Sends JSON, and returns the JSON that is answered; anything but a success is a `Refusal`. */
export const ask = async (
  method: Method,
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
): Promise<unknown> => {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const json = parsed(await answer.text())
  if (answer.ok) return json
  const { error } = (json ?? {}) as { readonly error?: Failure }
  throw new Refusal(
    error?.message ?? `${method} ${url} was answered with ${answer.status}`,
    answer.status,
    error?.code ?? null,
    detailsOf(error?.details)
  )
}
