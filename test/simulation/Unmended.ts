/**
 * What the simulation has found and the service does not keep yet. A scenario that is named here has to break its
 * promise, for the reason that is given; as soon as it is mended its test says so, and the line goes.
 */
import type { Scenario, ScenarioName } from "@signalbox/testing/simulation/Scenarios"
import { scenarios } from "@signalbox/testing/simulation/Scenarios"
import type { Hazard } from "@signalbox/testing/simulation/Scripts"

export const unmended: { readonly [Name in ScenarioName]?: string } = {
  slowCarrier: "the deadline runs from routing; hand-over as a commit of its own lets it run from there",
  slowCarrierOfTwo: "the deadline runs from routing; hand-over as a commit of its own lets it run from there",
  fastClock: "deadlines are compared with the clock of each node; lanes are claimed by the store's clock",
  hangingMedia: "files are looked at while a whole batch waits; lanes by account keep that apart",
  backlog: "a carrier has one lane for all accounts; lanes by carrier and account keep that apart",
  restart: "ten failures in a row switch a webhook off, however quick they were; lanes wait for a probe",
  failedSettle: "a failed settle puts a whole batch behind what comes later; lanes keep their order",
  refusalInLine: "consent is judged when a route is chosen; hand-over as a commit judges it again"
}

/** The promises that these break: in scripts by chance they are watched only where nothing below happens. */
export const brokenPromises: ReadonlyArray<string> = Object.keys(unmended).flatMap((name) => {
  const scenario: Scenario = scenarios[name as ScenarioName]
  return scenario.about
})

/** The troubles in which they are broken. */
export const unmasteredHazards: ReadonlyArray<Hazard> = [
  "drifting-clocks",
  "failing-receivers",
  "hanging-media",
  "silent-carriers",
  "slow-carriers",
  "store-failures"
]
