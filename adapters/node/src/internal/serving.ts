/**
 * What every mount on Node's server brings to the requests that it serves.
 */
import { BodyReader } from "@signalbox/http/BodyReader"
import * as Telemetry from "@signalbox/http/Telemetry"
import * as Effect from "effect/Effect"
import * as Body from "./body.ts"

export const serving = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Telemetry.instead(effect).pipe(Effect.provideService(BodyReader, Body.read))
