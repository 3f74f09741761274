/**
 * The line of an account at a carrier, which exists while the carrier is too busy to take anything from it (decisions
 * 4.1 "Waiting in line").
 */
import * as Schema from "effect/Schema"
import { AccountId, CarrierId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import * as Kind from "./Kind.ts"

export const Line = Schema.Struct({
  carrier: CarrierId,
  account: AccountId,
  /** Since when the carrier has taken nothing from this line. */
  busySince: Instant,
  /** Before this the carrier is not asked. */
  until: Instant
})
export type Line = typeof Line.Type

export const lineKey = (carrier: CarrierId, account: AccountId): string => `${carrier}/${account}`

export const Lines = Kind.make({
  name: "line",
  schema: Line,
  key: ({ account, carrier }: Line) => lineKey(carrier, account)
})
