/**
 * The JSON that a store keeps for an event: what every event has, and the rest, which nearly none has. A store keeps the two
 * in one object or apart.
 */
import type { Json, JsonObject } from "../value/Json.ts"
import type { Event } from "./DeliveryRow.ts"

/** Returns the fields that an event seldom has. */
export const encodeRest = ({ followers, subscribers }: Event): JsonObject => ({
  ...(subscribers === undefined ? {} : { subscribers }),
  ...(followers === undefined ? {} : { followers })
})

export const encode = (event: Event): JsonObject => {
  const { account, at, body, name } = event
  return { u: account, n: name, w: at, b: body, ...encodeRest(event) }
}

export const decode = (json: Json, id: string): unknown => {
  const { b: body, n: name, u: account, w: at, ...rest } = json as JsonObject
  return { id, account, name, at, body, ...rest }
}
