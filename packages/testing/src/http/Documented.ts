/**
 * Whether an answer is one that the contract tells of. Every client of the suites asks it of every answer, so what an
 * endpoint answers in any of them stands in its OpenAPI.
 */
import { bindings } from "@signalbox/http/Api"
import type { Reply } from "./HttpClient.ts"

/** What any request may be refused with: every code that is no operation's own. */
const general =
  /^(AUTH_00[24]|VALIDATION_00[1-8]|BUSINESS_002|RESOURCE_013|CONFLICT_00[15]|SERVICE_001|INTERNAL_\d{3})$/

const fits = (path: string, segments: ReadonlyArray<string>): boolean => {
  const parts = path.split("/")
  return parts.length === segments.length &&
    parts.every((part, index) => part.startsWith(":") ? segments[index] !== "" : part === segments[index])
}

const codeOf = (json: unknown): string | null =>
  (json as { readonly error?: { readonly code?: string } | null } | undefined)?.error?.code ?? null

/** Throws when an endpoint answers with a status or a code that its contract does not tell of. */
export const check = (method: string, path: string, reply: Reply): void => {
  const segments = path.split("?")[0]!.split("/")
  const asked = method === "HEAD" ? "GET" : method
  const binding = bindings.find((each) => each.method === asked && fits(each.path, segments))
  if (binding === undefined) return
  const code = codeOf(reply.json)
  if (!binding.statuses.includes(reply.status)) {
    throw new Error(`${method} ${binding.path} answers ${reply.status}, of which its contract does not tell`)
  }
  if (code !== null && !general.test(code) && !binding.refuses.some((each) => each === code)) {
    throw new Error(`${method} ${binding.path} refuses with ${code}, of which its contract does not tell`)
  }
}
