/** Work about a prefix: its names, and its lanes, of which each node holds eight items at most. */
import * as Instant from "@signalbox/core/Instant"
import { PrefixMemoryWork, PrefixReviewWork } from "@signalbox/core/internal/commit/PrefixWork"
import { expect, it } from "vitest"
import { held } from "../Decided.ts"
import * as Given from "../Given.ts"

it("work about a prefix stands in the lane of its account, by names that are read again", () => {
  const account = Given.accountId(1)
  const at = Instant.plus(Given.now, 5)
  const [inMinute, ofAccount] = [{ account, prefix: "+447700", minute: 17 }, { account, prefix: "+447700" }]
  const review = PrefixReviewWork.due(inMinute, account, at)
  const memory = PrefixMemoryWork.due(ofAccount, account, at)
  const lane = `prefix:${account}`
  expect(review).toStrictEqual({ work: { kind: "prefix_review", key: `${account}/+447700/17` }, lane, at })
  expect(memory).toStrictEqual({ work: { kind: "prefix_memory", key: `${account}/+447700` }, lane, at })
  expect(PrefixReviewWork.target(held(review))).toStrictEqual(inMinute)
  expect(PrefixMemoryWork.target(held(memory))).toStrictEqual(ofAccount)
  for (const { lane } of [PrefixReviewWork, PrefixMemoryWork]) {
    expect([lane.name, lane.width, lane.shared]).toStrictEqual(["prefix", 8, true])
  }
})
