/**
 * Rate windows, by their shape.
 */
import type { RateWindow } from "@signalbox/core/RateWindow"
import * as Effect from "effect/Effect"
import type { Database } from "../connection/database.ts"
import { operation } from "../connection/database.ts"
import * as FixedWindows from "./fixedWindows.ts"
import * as Shares from "./shares.ts"
import type { SlidingWindows } from "./slidingWindows.ts"
import * as SlidingWindows_ from "./slidingWindows.ts"

export interface Rates extends Pick<SlidingWindows, "tidy" | "leave"> {
  readonly take: RateWindow["Service"]["take"]
}

export const make = (db: Database, owner: string): Effect.Effect<Rates> =>
  Effect.map(SlidingWindows_.make(Shares.make(db, owner)), ({ leave, take: sliding, tidy }) => {
    const fixed = FixedWindows.make(db)
    return { take: (take) => operation(take.shape === "sliding" ? sliding(take) : fixed(take)), tidy, leave }
  })
