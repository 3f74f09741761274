/**
 * The lanes in which work waits, and what the operator has held up.
 */
import * as Jobs from "@signalbox/core/Jobs"
import type { Restriction as Restricted, WaitingLane } from "@signalbox/core/Operator"
import type { Lane } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { LaneOperations, LaneState } from "../../WorkOperations.ts"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { operated } from "../operated.ts"
import * as Reading from "./reading.ts"
import type { Restricting } from "./restricting.ts"
import { restrict } from "./restricting.ts"

const kinds = Jobs.laneKinds.toSorted()

const isLane = (text: string): text is Lane => text.includes(":")

const name = Schema.String.check(
  Reading.check(isLane, "must be the name of a lane as operator.lanes.list shows it")
)

const Options = Schema.Struct({
  kind: Schema.optionalKey(
    Schema.String.check(
      Reading.check((text: string) => kinds.some((kind) => kind === text), `must be one of ${kinds.join(", ")}`)
    )
  ),
  after: Schema.optionalKey(Schema.NullOr(name)),
  limit: Schema.optionalKey(Reading.limit)
})

const shown = ({ ageMillis, firstAt, held, lane, pausedUntil, restrictions, waiting }: WaitingLane): LaneState => ({
  lane,
  waiting,
  held,
  firstAt: new Date(firstAt),
  ageMs: ageMillis,
  pausedUntil: pausedUntil === null ? null : new Date(pausedUntil),
  paused: restrictions.includes("paused"),
  drained: restrictions.includes("drained")
})

/** Goes through the kinds in the order of their names, in which lanes stand as well. */
const list = ({ after = null, kind, limit = 100 }: typeof Options.Type) =>
  Effect.gen(function*() {
    const found: Array<WaitingLane> = []
    const begin = after === null ? null : after.slice(0, after.indexOf(":"))
    for (const each of kinds.filter((each) => (kind ?? each) === each && (begin === null || each >= begin))) {
      let last = each === begin ? after as Lane : undefined
      while (found.length < limit) {
        const page = yield* operated((operator) => operator.lanes(each, last))
        found.push(...page)
        last = page.at(-1)?.lane
        if (last === undefined) break
      }
    }
    const lanes = found.slice(0, limit)
    return { lanes: lanes.map(shown), after: lanes.length < limit ? null : lanes.at(-1)?.lane ?? null }
  })

/** Returns the carrier, or else the lane, that is held up. The lines of a carrier have an account besides. */
export const subjectOf = ({ on }: Pick<Restricted, "on">): {
  readonly carrier: string | null
  readonly lane: string | null
} => {
  const isCarrier = on.startsWith(`${Jobs.SubmissionWork.lane.name}:`) && !on.includes("/")
  return isCarrier ? { carrier: on.slice(on.indexOf(":") + 1), lane: null } : { carrier: null, lane: on }
}

const OfLane = Schema.Struct({ lane: name })

export const lanes = (run: Run): LaneOperations => {
  const change = (how: Restricting) => async (given: string) => {
    const call = `operator.lanes.${how}`
    const { lane } = Given.read(call, "", OfLane, { lane: given })
    return run(restrict(call, how, { lane: lane as Lane }))
  }
  return {
    list: async (options) => run(list(Given.read("operator.lanes.list", "options", Options, options))),
    restrictions: async () =>
      run(Effect.map(
        operated((operator) => operator.restrictions),
        (all) => all.map((each) => ({ ...subjectOf(each), mode: each.mode, since: new Date(each.since) }))
      )),
    pause: change("pause"),
    drain: change("drain"),
    resume: change("resume")
  }
}
