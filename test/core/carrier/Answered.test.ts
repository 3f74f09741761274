/**
 * The rows that an answer of a carrier needs first: those that can be named before the message is known are loaded with it.
 */
import * as Facts from "@signalbox/core/Facts"
import { plus } from "@signalbox/core/Instant"
import { Answered } from "@signalbox/core/internal/carrier/Answered"
import { SubmissionDeadlineWork, SubmissionWork } from "@signalbox/core/internal/message/AttemptWork"
import type { Due, LeaseToken } from "@signalbox/core/Work"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const settings = { carriers: [], rates: [], rules: [], markets: [] }
const [account, carrier] = [Given.accountId(1), Given.carrierId("acme")]
const target = { message: Given.messageId(2), attempt: Given.attemptId(3) }
const at = plus(Given.now, 1)

const first = (due: Due): ReadonlyArray<string> => {
  const lease = { ...due, failures: 0, token: 1 as LeaseToken }
  const { rows } = Answered.needs({ lease, settings, outcome: { _tag: "TimedOut" } }, Facts.empty)
  return rows.map(({ key, kind }) => `${kind} ${key}`)
}

it("an answer to a submission needs the message and the line of its lane, a deadline the message alone", () => {
  expect(first(SubmissionWork.due(target, { carrier, account }, at))).toEqual([
    `message ${target.message}`,
    `line ${carrier}/${account}`
  ])
  expect(first(SubmissionDeadlineWork.due(target, account, at))).toEqual([`message ${target.message}`])
})
