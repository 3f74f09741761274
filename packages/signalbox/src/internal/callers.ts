/**
 * Reads the caller that a host names.
 */
import type { Caller } from "../Account.ts"
import { isClean } from "./plain.ts"

/** @throws TypeError when it is no id */
export const id = (account: unknown): string => {
  if (typeof account === "string" && account !== "" && isClean(account)) return account
  throw new TypeError("as(caller) takes the id of an account, as accounts.ensure returns it.")
}

const isText = (value: unknown): value is string => typeof value === "string" && isClean(value)

/** @throws TypeError when it is nobody */
export const check = (caller: unknown): Caller => {
  if (typeof caller !== "object" || caller === null) return id(caller)
  const { apiKey, ip, profile }: { readonly apiKey?: unknown; readonly ip?: unknown; readonly profile?: unknown } =
    caller
  if (!isText(apiKey) || (profile !== undefined && !isText(profile)) || (ip !== undefined && !isText(ip))) {
    throw new TypeError("as(caller) takes the id of an account, or { apiKey, profile, ip } with texts.")
  }
  return { apiKey, ...(profile === undefined ? {} : { profile }), ...(ip === undefined ? {} : { ip }) }
}
