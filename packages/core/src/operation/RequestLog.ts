/**
 * Logs about requests that could not be served. They are for the operator only.
 */
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import * as ErrorSummary from "../engine/ErrorSummary.ts"

/** The request that log lines are about. */
export interface Subject {
  readonly requestId: string
  /** Null when no operation has been found for the request yet. */
  readonly operation: string | null
}

/** Annotates every log line of the effect with the request's id and its operation. */
export const about =
  ({ operation, requestId }: Subject) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.updateContext(effect, (context: Context.Context<R>) => {
      const before = Context.get(context, References.CurrentLogAnnotations)
      // A request's steps say it once more for calls that come from elsewhere.
      if (before["request_id"] === requestId && (operation === null || before["operation"] === operation)) {
        return context
      }
      return Context.add(context, References.CurrentLogAnnotations, {
        ...before,
        request_id: requestId,
        ...(operation === null ? {} : { operation })
      })
    })

/** Says where a failure came from. Only the level Debug shows messages, which may quote secrets. */
export const report = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.andThen(Effect.logError("request failed", ErrorSummary.origin(cause)), ErrorSummary.inFull(cause))

/** Returns where a failure came from, without messages. */
export const origin: (cause: Cause.Cause<unknown>) => string = ErrorSummary.origin

/** Returns the places in code that an error came through, the innermost first. */
export const places: (error: unknown) => ReadonlyArray<string> = ErrorSummary.places
