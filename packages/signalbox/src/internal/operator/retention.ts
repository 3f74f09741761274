/**
 * The retention of an account: its own, and that of its organization.
 */
import type { RetentionOperations } from "../../Operator.ts"
import type { Run } from "../operated.ts"
import * as OwnSetting from "./ownSetting.ts"

export const retention = (run: Run): RetentionOperations => {
  const { both, set } = OwnSetting.ofIts(run, "retention")
  return { get: both, set }
}
