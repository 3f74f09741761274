/**
 * What the simulation has found and the service does not keep yet. A scenario that is named here has to break its
 * promise, for the reason that is given; as soon as it is mended its test says so, and its lines go.
 */
import type { Scenario, ScenarioName } from "@signalbox/testing/simulation/Scenarios"
import { scenarios } from "@signalbox/testing/simulation/Scenarios"
import type { Hazard } from "@signalbox/testing/simulation/Scripts"

export interface Unmended {
  readonly because: string
  /** The troubles in which it shows in scripts by chance as well. */
  readonly shows: ReadonlyArray<Hazard>
}

export const unmended: { readonly [Name in ScenarioName]?: Unmended } = {
  slowCarrier: {
    because: "the deadline runs from routing; hand-over as a commit of its own lets it run from there",
    shows: ["slow-carriers", "silent-carriers", "hanging-media"]
  },
  slowCarrierOfTwo: {
    because: "the deadline runs from routing; hand-over as a commit of its own lets it run from there",
    shows: ["slow-carriers"]
  },
  fastClock: {
    because: "deadlines are compared with the clock of each node; lanes are claimed by the store's clock",
    shows: ["drifting-clocks"]
  },
  hangingMedia: {
    because: "files are looked at while a whole batch waits; lanes by account keep that apart",
    shows: ["hanging-media"]
  },
  backlog: {
    because: "a carrier has one lane for all accounts; lanes by carrier and account keep that apart",
    shows: []
  },
  restart: {
    because: "ten failures in a row switch a webhook off, however quick they were; lanes wait for a probe",
    shows: ["failing-receivers"]
  },
  failedSettle: {
    because: "a failed settle puts a whole batch behind what comes later; lanes keep their order",
    shows: ["store-failures", "cut-offs"]
  },
  refusalInLine: {
    because: "consent is judged when a route is chosen; hand-over as a commit judges it again",
    shows: []
  }
}

const found = Object.entries(unmended).map(([name, { shows }]) => {
  const scenario: Scenario = scenarios[name as ScenarioName]
  return { about: scenario.about, shows }
})

/** The promises that these break: in scripts by chance they are watched only where nothing below happens. */
export const brokenPromises: ReadonlyArray<string> = found.flatMap(({ about }) => about)

/** The troubles in which they are broken. */
export const unmasteredHazards: ReadonlyArray<Hazard> = found.flatMap(({ shows }) => shows)
