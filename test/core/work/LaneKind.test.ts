/** Lanes are named by their kind and by what they belong to, which may be a pair; and their names are read again. */
import * as LaneKind from "@signalbox/core/internal/work/LaneKind"
import * as WorkName from "@signalbox/core/internal/work/WorkName"
import type { Lease, LeaseToken } from "@signalbox/core/Work"
import * as Work from "@signalbox/core/Work"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const pair = ({ carrier, account }: { readonly carrier: string; readonly account: string }) => `${carrier}/${account}`

it("a kind says how many items of a lane a node may hold, and whether others may at the same time", () => {
  const { of, ...plain } = LaneKind.make("plain", 8, pair)
  expect([plain, of({ carrier: "a:b", account: "c" })]).toStrictEqual([
    { name: "plain", width: 8, shared: false },
    "plain:a:b/c"
  ])
  expect(LaneKind.shared("many", 3, pair)).toStrictEqual({
    name: "many",
    width: 3,
    shared: true,
    of: expect.any(Function)
  })
})

it("the name of a lane tells its kind, its owner, and the group of a pair", () => {
  const told = (lane: Work.Lane) => [Work.laneKind(lane), LaneKind.owner(lane), LaneKind.group(lane)]
  expect(["send:a", "submission:sms:eu/a", "submission:a/b/c", "send:"].map((lane) => told(lane as Work.Lane)))
    .toStrictEqual([
      ["send", "a", null],
      ["submission", "sms:eu/a", "submission:sms:eu"],
      ["submission", "a/b/c", "submission:a/b"],
      ["send", "", null]
    ])
  expect(LaneKind.groupOf({ name: "submission" }, "sms:eu")).toBe("submission:sms:eu")
})

it("work is scheduled again as it was, and counts its failures where it has failed", () => {
  const name = WorkName.make({
    kind: "errand",
    lane: LaneKind.make("errand", 1, (owner: string) => owner),
    key: { write: (parts: ReadonlyArray<string>) => parts, read: (parts) => parts }
  })
  const due = name.due(["a", "", "b"], "owner", Given.now)
  expect(due).toStrictEqual({ work: { kind: "errand", key: "a//b" }, lane: "errand:owner", at: Given.now })
  expect([name.kind, name.ref(["a"]), name.target({ work: due.work })]).toStrictEqual([
    "errand",
    { kind: "errand", key: "a" },
    ["a", "", "b"]
  ])
  const lease: Lease = { ...due, token: 1 as LeaseToken, failures: 3 }
  expect([Work.again(lease, Given.now), Work.afterFailure(lease, Given.now), Work.refText(lease.work)]).toStrictEqual([
    due,
    { ...due, failures: 4 },
    "errand:a//b"
  ])
  const same = [lease.work, { kind: "errand", key: "a" }, { kind: "other", key: "a//b" }]
  expect(same.map((work) => Work.isSame(work, due.work))).toStrictEqual([true, false, false])
  const other = { ...lease, lane: "errand:other" } as const
  expect([...Work.byLane([lease, other, { ...lease, failures: 0 }])]).toStrictEqual([
    ["errand:owner", [lease, { ...lease, failures: 0 }]],
    ["errand:other", [other]]
  ])
})
