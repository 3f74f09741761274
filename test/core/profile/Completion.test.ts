/**
 * The completion of a profile, as a work item: what it leaves behind, and whom it tells (decisions 5.6).
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import * as Commits from "@signalbox/core/Commit"
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import * as Completion from "@signalbox/core/internal/profile/Completion"
import { RemovalWork } from "@signalbox/core/internal/profile/ProfileWork"
import { ProfileCompletions } from "@signalbox/core/internal/row/ProfileCompletion"
import { blank } from "@signalbox/core/Profile"
import { Store } from "@signalbox/core/Store"
import type { WebhookRequest, WebhookResult } from "@signalbox/core/WebhookSender"
import type { Due } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const profile = Given.account({
  id: Given.accountId(2),
  type: "profile",
  organization: Given.accountId(1),
  profile: blank("pending_review")
})
const completion = {
  id: "a-completion",
  profile: profile.id,
  url: "https://example.com/complete",
  requestedAt: Given.now
}
const due: Due = {
  work: { kind: "profile_completion", key: completion.id },
  lane: RemovalWork.lane.of(profile.id),
  at: Given.now
}
const at = plus(Given.now, 5000)

const completed = (parts: Partial<Account>, isKnown = true) => {
  const before = { ...profile, ...parts }
  const store = new FactStore([put(Accounts, before), ...isKnown ? [put(ProfileCompletions, completion)] : []])
  const answer = Result.getOrThrow(store.run(Completion.Complete, { lease: store.hold(due) }, at, Given.ids()))
  return {
    answer,
    before,
    after: store.get(Accounts, profile.id),
    left: [store.get(ProfileCompletions, completion.id), ...store.work.values()]
  }
}

describe("the work of completing a profile", () => {
  it("approves it now, tells of it once, and leaves nothing behind", () => {
    const { after, answer, before, left } = completed({})
    expect(after).toEqual({ ...before, profile: blank("approved"), updatedAt: at })
    expect(answer?.url).toBe("https://example.com/complete")
    expect(JSON.parse(answer?.body ?? "")).toEqual({
      profileId: profile.id,
      success: true,
      status: "completed",
      timestamp: "2030-01-15T12:35:01Z"
    })
    expect(left).toEqual([null])
  })

  it("tells of one that is approved already, and leaves it as it is", () => {
    const { after, answer, before, left } = completed({ profile: blank("approved") })
    expect([after, answer?.url, left]).toEqual([before, completion.url, [null]])
  })

  it("tells nobody of one that is gone, and leaves nothing behind", () => {
    const { after, answer, before, left } = completed({ deletedAt: Given.now })
    expect([after, answer, left]).toEqual([before, null, [null]])
  })

  it("ends when nobody waits for it", () => {
    const { after, answer, before, left } = completed({}, false)
    expect([after, answer, left]).toEqual([before, null, [null]])
  })
})

it("whoever waits for the completion is called once, with JSON and half a minute to answer", async () => {
  const sent: Array<WebhookRequest> = []
  const send = (request: WebhookRequest) =>
    Effect.sync((): WebhookResult => (sent.push(request), { _tag: "Answered", status: 500, body: "" }))
  await Bench.run(
    Bench.layer({ send }),
    Effect.gen(function*() {
      const store = yield* Store
      yield* store.commit([Commits.make({
        puts: [put(Accounts, profile), put(ProfileCompletions, completion)],
        due: [due]
      })])
      yield* Bench.idle
      yield* Bench.travel(plus(Given.now, 3_600_000))
    })
  )
  expect(sent).toStrictEqual([{
    url: completion.url,
    body: JSON.stringify({
      profileId: profile.id,
      success: true,
      status: "completed",
      timestamp: "2030-01-15T12:34:56Z"
    }),
    headers: { "content-type": "application/json" },
    timeoutMillis: 30_000
  }])
})
