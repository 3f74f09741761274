/**
 * Steps 3 and 4 for a key that is narrowed down (decisions 17.8): the addresses that it may be used from, and the scopes
 * of the operations that it may ask for.
 */
import * as AddressRange from "@signalbox/core/AddressRange"
import type { ApiKey } from "@signalbox/core/ApiKey"
import * as ClientAddress from "../ClientAddress.ts"
import type { Rejection } from "./Rejection.ts"
import { reject } from "./Rejection.ts"
import type { Requirements } from "./Requirements.ts"

/** It says neither which addresses are right nor which one was seen. */
export const wrongAddress = (): Rejection =>
  reject("AUTH_004", { message: "This API key may not be used from this address" })

/** Returns whether the key may be used from this address. Whoever has none is nowhere. */
export const isAtHome = ({ addresses }: Pick<ApiKey, "addresses">, ip: string | null): boolean =>
  addresses === undefined || (ip !== null && AddressRange.holds(addresses, ClientAddress.bare(ip)))

/** Returns the refusal of an operation outside the scopes of the key, or null. An unknown path has no scope. */
export const outOfScope = (
  { scopes }: Pick<ApiKey, "scopes">,
  requirements: Pick<Requirements, "scope"> | null
): Rejection | null =>
  scopes === undefined || requirements === null || scopes.includes(requirements.scope) ? null : reject("AUTH_004", {
    message: `This API key lacks the scope \`${requirements.scope}\` that the operation needs: its ${
      scopes.length === 1 ? "scope is" : "scopes are"
    } ${scopes.map((scope) => `\`${scope}\``).join(", ")}`
  })
