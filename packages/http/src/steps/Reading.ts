/**
 * Refuses whoever does not read his answers, before anything is executed for him.
 */
import * as Limit from "@signalbox/core/Limit"
import * as Effect from "effect/Effect"
import type { Rejection } from "./Rejection.ts"
import { reject } from "./Rejection.ts"
import type { RequestContext } from "./RequestContext.ts"

const full = () =>
  reject("INTERNAL_005", {
    message: "Too many bytes of earlier answers wait to be read on the connections of this account or address",
    headers: { "retry-after": String(Limit.unreadRetrySeconds) }
  })

/** Passes whoever lets no more wait than he may. */
export const admit = ({ outlet }: Pick<RequestContext, "outlet">): Effect.Effect<void, Rejection> =>
  outlet !== null && outlet.isFull ? Effect.fail(full()) : Effect.void
