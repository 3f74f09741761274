/** Which texts are prefixes, and until when nothing is sent to one (decisions 17.3). */
import * as Instant from "@signalbox/core/Instant"
import type { PausedPrefix } from "@signalbox/core/internal/row/PausedPrefix"
import { isPaused, isPrefix } from "@signalbox/core/internal/row/PausedPrefix"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

it("a prefix is paused until its end, or without one", () => {
  const row = (until: number | null): PausedPrefix => ({
    account: Given.accountId(1),
    prefix: "+447700",
    reason: "operator",
    evidence: null,
    since: Given.now,
    until: until === null ? null : Instant.plus(Given.now, until),
    times: 1
  })
  expect([null, row(null), row(-1), row(0), row(1)].map((each) => isPaused(each, Given.now))).toStrictEqual([
    false,
    true,
    false,
    false,
    true
  ])
})

it("a prefix has five to seven digits behind a plus, of which the first is none of zero", () => {
  const right = ["+44770", "+447700", "+4477001", "+12015"]
  const wrong = ["", "+", "+4477", "+44770012", "+04770", "44770", "+4477 0", " +44770", "+44770\n", "+4477a"]
  expect([right.filter((text) => !isPrefix(text)), wrong.filter(isPrefix)]).toStrictEqual([[], []])
})
