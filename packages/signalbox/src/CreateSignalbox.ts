/**
 * Starts the messaging service in this process.
 */
import { make } from "./internal/box.ts"
import { check } from "./internal/checkOptions.ts"
import type { Options } from "./Options.ts"
import type { Signalbox } from "./Signalbox.ts"

/** @throws TypeError at once when an option is not as it should be; the message names the option */
export const createSignalbox = (options: Options): Signalbox => make(check(options))
