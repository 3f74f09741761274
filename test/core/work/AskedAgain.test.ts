/** Whoever decides later is asked again when it said, and not all the time. */
import * as Instant from "@signalbox/core/Instant"
import { askedAgain } from "@signalbox/core/internal/work/AskedAgain"
import * as Limit from "@signalbox/core/Limit"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

it("somebody is asked again at the instant that was named, or after the pause where that is later or none was named", () => {
  const after = (millis: number) => Instant.plus(Given.now, millis)
  const soonest = after(Limit.reviewPause)
  // Whoever decides is not held to types.
  const named = [Number.NaN, Infinity, 1.5, "soon"] as ReadonlyArray<unknown> as ReadonlyArray<Instant.Instant>
  expect(
    [after(-5), after(Limit.reviewPause - 1), after(Limit.reviewPause + 1), ...named].map((at) =>
      askedAgain(at, Given.now)
    )
  ).toStrictEqual([soonest, soonest, after(Limit.reviewPause + 1), soonest, soonest, soonest, soonest])
})
