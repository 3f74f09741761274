/**
 * One call: the steps that a request goes through over HTTP, from the caller's rights on.
 */
import { Access } from "@signalbox/core/Access"
import type { Caller as Asking } from "@signalbox/core/Caller"
import type { AccountId } from "@signalbox/core/Id"
import { IdGenerator } from "@signalbox/core/IdGenerator"
import type { Json } from "@signalbox/core/Json"
import { Operations } from "@signalbox/core/Operations"
import type { ExecutionError } from "@signalbox/core/Operator"
import * as Secret from "@signalbox/core/Secret"
import * as KeyTerms from "@signalbox/http/steps/KeyTerms"
import * as Parameters from "@signalbox/http/steps/Parameters"
import type { Rejection } from "@signalbox/http/steps/Rejection"
import * as Scope from "@signalbox/http/steps/Scope"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import type { Caller } from "../Account.ts"
import type { CallOptions } from "../CallOptions.ts"
import type { SignalboxError } from "../SignalboxError.ts"
import * as Errors from "./errors.ts"
import type { Plan } from "./plans.ts"

export type Services = Access | Operations | IdGenerator

/** The input of a call, by its places in the request. */
export interface Given {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Json
  readonly options: CallOptions
}

/** The host has said who calls, so nobody's rights are looked at. */
const trusted = Effect.fnUntraced(function*(id: string) {
  const access = yield* Access
  const account = yield* access.findAccount(id.toLowerCase() as AccountId)
  if (account === null || account.deletedAt !== null) {
    return yield* Effect.fail(Errors.error("RESOURCE_004", `There is no account with the id ${id}.`))
  }
  return { account, keyAccount: account, isHost: true } satisfies Asking
})

/** Whoever shows a key may do what it may over HTTP. */
const keyed = Effect.fnUntraced(function*(
  { apiKey, ip, profile }: Exclude<Caller, string>,
  { binding }: Plan,
  params: Given["params"]
) {
  const access = yield* Access
  const found = yield* access.authenticate(Secret.hashKey(apiKey))
  if (found === null) return yield* Effect.fail(Errors.error("AUTH_002"))
  if (!KeyTerms.isAtHome(found.key, ip ?? null)) return yield* KeyTerms.wrongAddress()
  const headers = Headers.fromInput(profile === undefined ? {} : { "x-profile-id": profile })
  yield* Scope.permit(access, headers, found, binding, params)
  const resolved = yield* Scope.resolve(access, headers, found.account, binding)
  return { ...resolved, key: found.key.hash, from: ip ?? null, isHost: true } satisfies Asking
})

const told = (requestId: string) => (error: ExecutionError | Rejection | SignalboxError): SignalboxError =>
  "_tag" in error
    ? error._tag === "Rejection"
      ? Errors.fromRefused(error.refused, requestId, error.status)
      : Errors.fromExecution(error, requestId)
    : error

/** Succeeds with what `data` holds over HTTP. */
export const call = (
  caller: Caller,
  plan: Plan,
  { body, params, options, query }: Given
): Effect.Effect<unknown, SignalboxError, Services> =>
  Effect.suspend(() =>
    Effect.gen(function*() {
      const { binding, operation } = plan
      const operations = yield* Operations
      const ids = yield* IdGenerator
      const requestId = options.requestId ?? `req_${ids.uuid().replaceAll("-", "").slice(0, 16)}`
      yield* Effect.annotateCurrentSpan({ operation: binding.name, request_id: requestId })
      const from = typeof caller === "string" ? trusted(caller) : keyed(caller, plan, params)
      return yield* Effect.gen(function*() {
        const asking = yield* from
        const url = binding.path.replaceAll(/:(\w+)/g, (_, id: string) => encodeURIComponent(params[id] ?? ""))
        const headers = options.idempotencyKey === undefined ? {} : { "idempotency-key": options.idempotencyKey }
        const request = { method: binding.method, url, headers: Headers.fromInput(headers), params, query }
        const parameters = yield* Parameters.reader(operation)(request, body, false)
        const answer = yield* operations.run(operation, asking, { ...parameters, body, requestId })
        if (answer.outcome?.part === "error") return yield* Effect.fail(Errors.fromAnswer(answer))
        return answer.outcome === null ? undefined : JSON.parse(answer.outcome.json) as unknown
      }).pipe(Effect.mapError(told(requestId)))
    })
  )
