/**
 * The terms on which the health of carriers is judged, where the host leaves some out.
 */
import type { HealthTerms } from "@signalbox/core/HealthTerms"
import * as Limit from "@signalbox/core/Limit"
import type { CarrierHealthOptions } from "../Options.ts"

const { carrierHealth: usual } = Limit

export const healthTerms = (given: CarrierHealthOptions): HealthTerms => ({
  slowSeconds: given.slowSeconds ?? usual.slowSeconds.default,
  slowShare: given.slowShare === undefined ? usual.slowShare : given.slowShare,
  failedShare: given.failedShare === undefined ? usual.failedShare : given.failedShare,
  minimum: given.minimum ?? usual.minimum.default,
  windowMinutes: given.windowMinutes ?? usual.windowMinutes.default,
  step: given.step ?? usual.step.default,
  slowStepMinutes: given.slowStepMinutes ?? usual.slowStepMinutes.default,
  failedStepMinutes: given.failedStepMinutes ?? usual.failedStepMinutes.default,
  restMinutes: given.restMinutes ?? usual.restMinutes.default,
  probes: given.probes ?? usual.probes.default,
  reportSeconds: given.reportSeconds ?? usual.reportSeconds.default
})
