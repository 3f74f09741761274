/**
 * The calls of the operator that span cells (decisions 20.4).
 */
import * as Spanning from "@signalbox/core/internal/cells/Spanning"
import { expect, it } from "vitest"

it("names the calls that span cells, each once", () => {
  expect({ ...Spanning }).toStrictEqual({
    lists: ["accounts", "deadLetters", "lanes", "restrictions", "carrierWeights"],
    settings: ["restrict", "lift", "pinCarrier", "releaseCarrier", "setServiceRetention"],
    sought: ["findUser", "findTemplate", "assess", "retryDeadLetter", "discardDeadLetter"],
    walks: ["rebuildDirectory"]
  })
})
