/**
 * Asks the operator's interface, and tells what goes wrong as the facade does.
 */
import type { Account } from "@signalbox/core/Account"
import type { Carriers } from "@signalbox/core/Carrier"
import type { AccountId } from "@signalbox/core/Id"
import type { ExecutionError } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import type { SignalboxError } from "../SignalboxError.ts"
import * as Errors from "./errors.ts"

export type Run = <A>(effect: Effect.Effect<A, SignalboxError, Operator | Carriers>) => Promise<A>

export const id = (text: string): AccountId => text.toLowerCase() as AccountId

export const unknown = (account: string): SignalboxError =>
  Errors.error("RESOURCE_004", `There is no account with the id ${account}.`)

export const operated = <A>(
  use: (operator: Operator["Service"]) => Effect.Effect<A, ExecutionError>
): Effect.Effect<A, SignalboxError, Operator> =>
  Effect.flatMap(Operator, (operator) => Effect.mapError(use(operator), (error) => Errors.fromExecution(error)))

/** The same for what is null when there is no such account. */
export const ofAccount = <A>(
  account: string,
  use: (operator: Operator["Service"], id: AccountId) => Effect.Effect<A | null, ExecutionError>
): Effect.Effect<A, SignalboxError, Operator> =>
  Effect.flatMap(
    operated((operator) => use(operator, id(account))),
    (found) => found === null ? Effect.fail(unknown(account)) : Effect.succeed(found)
  )

/** An account, and the organization that it is a profile of. */
export const withOrganization = Effect.fnUntraced(function*(
  account: string
): Effect.fn.Return<readonly [Account, Account | null], SignalboxError, Operator> {
  const own = yield* ofAccount(account, (operator, id) => operator.find(id))
  const { organization } = own
  return [own, organization === null ? null : yield* operated((operator) => operator.find(organization))]
})
