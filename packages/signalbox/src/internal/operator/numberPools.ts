/**
 * The pools of an account's numbers.
 */
import type { NumberPoolOperations } from "../../Operator.ts"
import type { Run } from "../operated.ts"
import * as OwnSetting from "./ownSetting.ts"

export const numberPools = (run: Run): NumberPoolOperations => {
  const { own, set } = OwnSetting.ofIts(run, "numberPools")
  return { get: own, set }
}
