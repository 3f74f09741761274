/**
 * Who calls, as a host says it.
 */
import type { Caller } from "../Account.ts"

/** @throws TypeError when it is no id */
export const id = (account: unknown): string => {
  if (typeof account === "string" && account !== "") return account
  throw new TypeError("as(caller) takes the id of an account, as accounts.ensure returns it.")
}

/** @throws TypeError when it is nobody */
export const check = (caller: unknown): Caller => {
  if (typeof caller !== "object" || caller === null) return id(caller)
  const { apiKey, profile }: { readonly apiKey?: unknown; readonly profile?: unknown } = caller
  if (typeof apiKey !== "string" || (profile !== undefined && typeof profile !== "string")) {
    throw new TypeError("as(caller) takes the id of an account, or { apiKey, profile } with texts.")
  }
  return profile === undefined ? { apiKey } : { apiKey, profile }
}
