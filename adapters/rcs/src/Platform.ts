/**
 * Requests to Google's platform, each with a token.
 */
import type { SubmissionOutcome } from "@signalbox/core/Carrier"
import type { AttemptId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { HttpClient, HttpRequest, HttpResult } from "@signalbox/http-carrier/HttpClient"
import * as Outcome from "@signalbox/http-carrier/Outcome"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { AccessToken, AccessTokens } from "./AccessToken.ts"
import * as Answer from "./Answer.ts"
import type { AgentMessage } from "./Content.ts"

export interface Platform {
  readonly send: (
    to: PhoneNumber,
    agent: string,
    attempt: AttemptId,
    message: AgentMessage,
    written: () => void
  ) => Effect.Effect<SubmissionOutcome>
  /** Asks what the device of a recipient can do. */
  readonly capabilities: (agent: string, phone: PhoneNumber) => Effect.Effect<HttpResult>
}

const denied = ({ code }: Extract<AccessToken, { readonly _tag: "Denied" }>): SubmissionOutcome =>
  Outcome.refused("sender_refused", { code, text: "Google does not accept the service account" })

export const make = (client: HttpClient, tokens: AccessTokens, url: string): Platform => {
  const authorized = (request: HttpRequest, token: Redacted.Redacted): HttpRequest => ({
    ...request,
    headers: { ...request.headers, accept: "application/json", authorization: `Bearer ${Redacted.value(token)}` }
  })

  /** Makes a request. A token that Google believes no more is replaced, once: nothing was done with it. */
  const request = Effect.fnUntraced(function*(asked: HttpRequest, written?: () => void) {
    for (let last = false;; last = true) {
      const token = yield* tokens.get
      if (token._tag !== "Granted") return token
      const result = yield* client.request(authorized(asked, token.token), written)
      if (last || result._tag !== "Answered" || result.status !== 401) return result
      yield* tokens.forget(token)
    }
  })

  const phoneUrl = (phone: PhoneNumber, rest: string, query: Readonly<Record<string, string>>): string =>
    `${url}/v1/phones/${encodeURIComponent(phone)}/${rest}?${new URLSearchParams(query).toString()}`

  return {
    send: Effect.fnUntraced(function*(to, agent, attempt, message, written) {
      const result = yield* request({
        method: "POST",
        url: phoneUrl(to, "agentMessages", { messageId: attempt, agentId: agent }),
        headers: { "content-type": "application/json" },
        body: JSON.stringify(message)
      }, written)
      const now = yield* Instant.now
      if (result._tag === "Denied") return denied(result)
      if (result._tag === "Unavailable") return Outcome.unreachable(now)
      return result._tag === "Answered"
        ? Answer.read(result, attempt, now)
        : Outcome.withoutAnswer(result, now)
    }),
    capabilities: (agent, phone) =>
      Effect.map(
        request({
          method: "GET",
          url: phoneUrl(phone, "capabilities", { agentId: agent })
        }),
        (result) =>
          result._tag === "Denied" || result._tag === "Unavailable" ? { _tag: "Unsent", why: result._tag } : result
      )
  }
}
