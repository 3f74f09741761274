/**
 * What the simulation has found and the service does not keep yet. A scenario that is named here has to break its
 * promise, for the reason that is given; as soon as it is mended its test says so, and the line goes.
 */
import type { ScenarioName } from "@signalbox/testing/simulation/Scenarios"
import type { Hazard } from "@signalbox/testing/simulation/Scripts"

export const unmended: { readonly [Name in ScenarioName]?: string } = {
  slowCarrier: "the deadline runs from routing; hand-over as a commit of its own lets it run from there",
  slowCarrierOfTwo: "the deadline runs from routing; hand-over as a commit of its own lets it run from there",
  throwingCarrier: "what is not answered is handed over again; with hand-over as a commit it is Unanswered",
  shortCarrier: "a missing answer is taken for a refusal; with hand-over as a commit it is Unanswered",
  failedCommit: "what a carrier said is lost with a failed commit; hand-over keeps it until it is committed",
  rubbishReference: "a reference reaches the store as it comes; hand-over cleans what carriers say",
  fastClock: "deadlines are compared with the clock of each node; lanes are claimed by the store's clock",
  hangingMedia: "files are looked at while a whole batch waits; lanes by account keep that apart",
  backlog: "a carrier has one lane for all accounts; lanes by carrier and account keep that apart",
  restart: "ten failures in a row switch a webhook off, however quick they were; lanes wait for a probe",
  failedSettle: "a failed settle puts a whole batch behind what comes later; lanes keep their order",
  abortedRequest: "a request that is interrupted keeps its key for a minute",
  refusalInLine: "consent is judged when a route is chosen; hand-over as a commit judges it again"
}

/** The promises that some of these break, in any script. */
export const brokenPromises: ReadonlyArray<string> = [
  "waiting-is-not-failing",
  "one-carrier-at-a-time",
  "handed-over-once",
  "nobody-waits-for-another-account",
  "a-restart-switches-nothing-off",
  "first-attempts-in-order",
  "a-key-waits-for-nobody",
  "no-hand-over-after-a-no"
]

/** The troubles in which they are broken. Without these every promise is kept. */
export const unmasteredHazards: ReadonlyArray<Hazard> = [
  "cut-offs",
  "drifting-clocks",
  "aborted-requests",
  "failing-receivers",
  "hanging-media",
  "kills",
  "large-sends",
  "pauses",
  "rubbish-references",
  "short-answers",
  "silent-carriers",
  "slow-carriers",
  "slow-store",
  "store-failures",
  "suppressions",
  "throwing-carriers"
]
