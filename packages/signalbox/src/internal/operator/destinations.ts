/**
 * The destinations of an account: its own, and those of its organization.
 */
import type { DestinationOperations } from "../../Operator.ts"
import type { Run } from "../operated.ts"
import * as OwnSetting from "./ownSetting.ts"

export const destinations = (run: Run): DestinationOperations => {
  const { both, set } = OwnSetting.ofIts(run, "destinations")
  return { get: both, set }
}
