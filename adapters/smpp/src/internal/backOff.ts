/**
 * How long it takes before a session is opened again. Pure.
 */
import type { Settings } from "../Options.ts"

/**
 * Returns the wait in milliseconds. It doubles with each failure, and is shortened by up to a half, so that the nodes of a
 * service do not all come at the same time.
 *
 * @param failures how many sessions before could not be opened or did not last
 * @param isForSetting whether the operator has refused us until somebody changes a setting
 * @param lot from 0 to 1
 */
export const wait = (
  failures: number,
  isForSetting: boolean,
  lot: number,
  { longest, shortest }: Settings["reconnect"]
): number => {
  const grown = isForSetting ? longest : Math.min(longest, shortest * 2 ** Math.min(failures, 30))
  return Math.ceil(grown * (1 - lot / 2))
}
