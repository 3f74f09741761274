/**
 * Starts the messaging service in this process.
 */
import * as NodeVersion from "@signalbox/node/NodeVersion"
import { make } from "./internal/box.ts"
import { check } from "./internal/checkOptions.ts"
import type { Options } from "./Options.ts"
import type { Signalbox } from "./Signalbox.ts"

/**
 * Starts immediately; calls and requests wait until it is `ready`.
 *
 * @throws TypeError when options are not as they should be: the message names each of them
 * @throws Error when Node is too old
 */
export const createSignalbox = (options: Options): Signalbox => {
  const flaw = NodeVersion.flawOf(process.versions.node)
  if (flaw !== null) throw new Error(flaw)
  return make(check(options))
}
