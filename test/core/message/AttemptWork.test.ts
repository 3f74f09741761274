/**
 * The names of work as stores keep them, and how much of each lane a node takes in hand: work that waits was written by an
 * earlier version, so it must be found and understood by its name.
 */
import { EventId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import { DeliveryWork, RetryWork, webhookOf } from "@signalbox/core/internal/delivery/DeliveryWork"
import { FanoutWork } from "@signalbox/core/internal/delivery/FanoutWork"
import { PartsWork } from "@signalbox/core/internal/inbound/PartsWork"
import * as AttemptWork from "@signalbox/core/internal/message/AttemptWork"
import { CloneRemovalWork, ProfileClonesWork, WebhookClonesWork } from "@signalbox/core/internal/webhook/CloneWork"
import type { WorkName } from "@signalbox/core/internal/work/WorkName"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const [organization, profile] = [Given.accountId(1), Given.accountId(2)]
const [webhook, message, attempt] = [Given.webhookId(3), Given.messageId(4), Given.attemptId(5)]
const carrier = Given.carrierId("acme/eu")
const event = EventId.make("00000000-0000-7000-8000-00000000000e")
const at = plus(Given.now, 7)

/** The work as a store has it, as it is read again, and the terms of its lane. */
const kept = <Owner, Target>(name: WorkName<string, string, Owner, Target>, target: Target, owner: Owner) => {
  const { lane: { of: _, ...terms } } = name
  const { lane, work } = name.due(target, owner, at)
  return [`${work.kind} ${work.key}`, lane, terms, name.target({ work })] as const
}

const submission = { message, attempt }
const cursor = { organization, webhook, edition: 2, seen: 0, last: null }
const deadlines = { name: "deadline", width: 64, shared: true }
const clones = { name: "clone", width: 1, shared: false }

describe("work", () => {
  it.each<readonly [found: ReturnType<typeof kept>, work: string, lane: string, terms: object, target: unknown]>([
    [
      kept(AttemptWork.SubmissionWork, submission, { carrier, account: profile }),
      `submission ${message}/${attempt}`,
      `submission:acme/eu/${profile}`,
      { name: "submission", width: 1024, shared: true },
      submission
    ],
    [
      kept(AttemptWork.MediaProbeWork, submission, profile),
      `media_probe ${message}/${attempt}`,
      `media:${profile}`,
      { name: "media", width: 64, shared: true },
      submission
    ],
    ...([
      ["submission_deadline", AttemptWork.SubmissionDeadlineWork],
      ["fallback", AttemptWork.FallbackWork],
      ["receipt_deadline", AttemptWork.ReceiptDeadlineWork]
    ] as const).map(([kind, name]) =>
      [
        kept<typeof profile, AttemptWork.Target>(name, submission, profile),
        `${kind} ${message}/${attempt}`,
        `deadline:${profile}`,
        deadlines,
        submission
      ] as const
    ),
    [
      kept<typeof webhook, string>(DeliveryWork, "d1", webhook),
      "delivery d1",
      `delivery:${webhook}`,
      { name: "delivery", width: 256, given: 4096, shared: false },
      "d1"
    ],
    [
      kept<typeof webhook, string>(RetryWork, "d1", webhook),
      "retry d1",
      `retry:${webhook}`,
      { name: "retry", width: 8, shared: true },
      "d1"
    ],
    [
      kept(FanoutWork, event, profile),
      `fanout ${event}`,
      `fanout:${profile}`,
      { name: "fanout", width: 1, shared: false },
      event
    ],
    [
      kept(PartsWork, "k1", profile),
      "inbound_parts k1",
      `inbound:${profile}`,
      { name: "inbound", width: 16, shared: false },
      "k1"
    ],
    [
      kept(WebhookClonesWork, cursor, organization),
      `webhook_clones ${organization}/${webhook}/2`,
      `clone:${organization}`,
      clones,
      cursor
    ],
    [
      kept(WebhookClonesWork, { ...cursor, seen: 1000, last: { at, profile } }, organization),
      `webhook_clones ${organization}/${webhook}/2/1000/${at}/${profile}`,
      `clone:${organization}`,
      clones,
      { ...cursor, seen: 1000, last: { at, profile } }
    ],
    [
      kept(ProfileClonesWork, { organization, profile, last: webhook }, organization),
      `profile_clones ${organization}/${profile}/${webhook}`,
      `clone:${organization}`,
      clones,
      { organization, profile, last: webhook }
    ],
    [
      kept(CloneRemovalWork, { profile, last: null }, profile),
      `clone_removal ${profile}`,
      `clone:${profile}`,
      clones,
      { profile, last: null }
    ],
    [
      kept(CloneRemovalWork, { profile, last: { at, key: webhook } }, profile),
      `clone_removal ${profile}/${at}/${webhook}`,
      `clone:${profile}`,
      clones,
      { profile, last: { at, key: webhook } }
    ]
  ])("is kept as it always was: $1", (found, ...wanted) => {
    expect(found).toStrictEqual(wanted)
  })

  it("of a line tells its carrier, whose id may have slashes, and deliveries their webhook", () => {
    const line = AttemptWork.SubmissionWork.lane.of({ carrier, account: profile })
    expect(AttemptWork.carrierOf(line)).toBe(carrier)
    expect(line.startsWith(AttemptWork.linesOf(carrier))).toBe(true)
    expect([DeliveryWork, RetryWork].map(({ lane }) => webhookOf(lane.of(webhook)))).toEqual([webhook, webhook])
  })

  it("whose name lacks a part is about nothing that is there", () => {
    const ref = { kind: "submission", key: message }
    expect(AttemptWork.SubmissionWork.target({ work: ref })).toStrictEqual({ message, attempt: "" })
  })
})
