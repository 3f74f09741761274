/**
 * The options of a console, as a host gives them.
 */
import type { ConsoleOptions } from "../../Console.ts"
import * as Callers from "../callers.ts"

export interface Checked extends Required<ConsoleOptions> {}

const names: ReadonlyArray<string> = ["account", "authorize", "basePath", "writable"]

/** @throws TypeError when they are not as they should be */
export const check = (options: ConsoleOptions): Checked => {
  const given: unknown = options
  if (typeof given !== "object" || given === null || !("account" in given)) {
    throw new TypeError("console takes { account, authorize }.")
  }
  const unknown = Object.keys(given).filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    throw new TypeError(`console: ${unknown.join(", ")} is no option; it takes ${names.join(", ")}.`)
  }
  const { account, authorize, basePath = "", writable = false } = options
  if (typeof authorize !== "function") {
    throw new TypeError("console: authorize must be a function that returns the session of a request, or null.")
  }
  if (typeof writable !== "boolean") throw new TypeError("console: writable must be true or false.")
  if (typeof basePath !== "string" || !/^(?:\/[\w.~-]+)*$/.test(basePath)) {
    throw new TypeError("console: basePath must be a path that begins with a slash and ends without one.")
  }
  return { account: Callers.id(account).toLowerCase(), authorize, basePath, writable }
}
