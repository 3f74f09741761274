/**
 * When the reviews of a template came to where they stand (decisions 15.1): along random lives, against a model that
 * writes down each status that it sees.
 */
import type { Channel } from "@signalbox/core/Channel"
import { Channel as Channels } from "@signalbox/core/Channel"
import type { Definition } from "@signalbox/core/Definition"
import { plus, toMillis } from "@signalbox/core/Instant"
import type { Instant } from "@signalbox/core/Instant"
import * as Assessment from "@signalbox/core/internal/template/Assessment"
import * as ChannelReview from "@signalbox/core/internal/template/ChannelReview"
import * as ReviewTimes from "@signalbox/core/internal/template/ReviewTimes"
import * as RevisionResource from "@signalbox/core/internal/template/RevisionResource"
import * as TemplateChange from "@signalbox/core/internal/template/TemplateChange"
import type { ReviewOutcome } from "@signalbox/core/internal/template/TemplateState"
import type { Template } from "@signalbox/core/Template"
import { revisionOf } from "@signalbox/core/Template"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const definitions: ReadonlyArray<Definition> = [
  { body: { multiChannel: { template: "A" } } },
  { body: { multiChannel: { template: "C" }, mms: { template: "C" } } }
]

type Step = (template: Template, at: Instant) => Template

const change = (wanted: Partial<TemplateChange.Wanted>, submit: boolean): Step => (template, at) =>
  template.status === "PENDING" || template.status === "ARCHIVED"
    ? template
    : TemplateChange.apply(template, { ...template, ...wanted }, submit, at)

const assess = (outcome: ReviewOutcome, channel: Channel | null): Step => (template, at) =>
  Assessment.assess(template, { outcome, channel, reason: null }, at)?.template ?? template

const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.oneof(
    fc.tuple(
      fc.oneof(
        { weight: 3, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constantFrom(...definitions).map((definition) => ({ definition })) },
        { weight: 1, arbitrary: fc.constantFrom("one", "two").map((name) => ({ name })) }
      ),
      fc.boolean()
    ).map(([wanted, submit]) => change(wanted, submit)),
    fc.tuple(
      fc.constantFrom<ReviewOutcome>("approve", "approve", "reject", "pause", "lift", "archive"),
      fc.option(fc.constantFrom(...Channels.literals), { freq: 2, nil: null })
    ).map(([outcome, channel]) => assess(outcome, channel))
  ),
  { maxLength: 20, size: "max" }
)

interface Seen {
  readonly status: string | null
  readonly since: Instant
  readonly approvedAt?: Instant
}

describe("the reviews of a revision", () => {
  prop("tell since when they stand where they do, and when they were approved last [XTP-003]", steps, (life) => {
    let template = Given.template({ status: "DRAFT", definition: definitions[0]! })
    let revision = 1
    let seen = new Map<Channel, Seen>(
      ChannelReview.channels(template).map((channel) => [channel, { status: "DRAFT", since: Given.now }])
    )
    for (const [index, step] of life.entries()) {
      const at = plus(Given.now, 1000 * (index + 1))
      template = step(template, at)
      const isNew = template.revision !== revision
      revision = template.revision
      seen = new Map(
        ChannelReview.channels(template).map((channel) => {
          const status = ChannelReview.status(template, channel)
          const before = isNew ? undefined : seen.get(channel)
          if (before?.status === status) return [channel, before]
          return [channel, { ...before, status, since: at, ...(status === "APPROVED" ? { approvedAt: at } : {}) }]
        })
      )
      expect(RevisionResource.fromRevision(template, revisionOf(template))).toMatchObject({
        revision,
        status: template.status,
        created_at: toMillis(template.revisedAt ?? Given.now),
        reviews: [...seen].map(([channel, { approvedAt, since, status }]) => ({
          channel,
          status,
          since: toMillis(since),
          ...(approvedAt === undefined ? {} : { approved_at: toMillis(approvedAt) })
        }))
      })
    }
  })

  it("are as far as is known where an older version has kept less", () => {
    const template = Given.template({ revision: 3, definition: definitions[1]! })
    const kept = { template: template.id, revision: 1, language: "de", definition: definitions[1]! }
    expect(RevisionResource.fromRevision(template, { ...kept, approved: ["sms"] })).toEqual({
      revision: 1,
      is_current: false,
      category: null,
      language: "de",
      definition: definitions[1],
      status: null,
      reviews: [
        { channel: "sms", status: "APPROVED" },
        ...["whatsapp", "rcs", "mms"].map((channel) => ({ channel, status: null }))
      ],
      created_at: null,
      replaced_at: null
    })
    expect(RevisionResource.fromRevision(template, { ...kept, revision: 3 })).toMatchObject({
      revision: 3,
      is_current: true,
      category: "UTILITY",
      status: "APPROVED",
      created_at: null
    })
  })
})

describe("what is kept of the reviews", () => {
  const at = plus(Given.now, 1000)
  const draft = Given.template({ status: "DRAFT" })
  const times = Given.channelTimes("APPROVED", Given.now, "sms", "whatsapp", "rcs")
  const approved = { ...draft, status: "APPROVED", channelTimes: times } as const

  it("is nothing as long as none has moved, and all times as they were where nothing moves", () => {
    expect(ReviewTimes.moved(draft, { ...draft, name: "other" }, at)).toStrictEqual({ ...draft, name: "other" })
    expect(ReviewTimes.moved(draft, { ...draft, channelTimes: {} }, at)).toStrictEqual(draft)
    expect(ReviewTimes.moved(approved, { ...approved, name: "other" }, at)).toStrictEqual({
      ...approved,
      name: "other"
    })
  })

  it("is when each one moved, and when it was approved last, also after it was paused", () => {
    const pending = { ...draft, status: "PENDING" } as const
    const rejected = { ...pending, channelStatuses: { rcs: "REJECTED" } } as const
    const told = ReviewTimes.moved(pending, rejected, at)
    expect(told).toStrictEqual({ ...rejected, channelTimes: { rcs: { since: at } } })
    const paused = { ...approved, status: "PAUSED", channelStatuses: { sms: "APPROVED" } } as const
    expect(ReviewTimes.moved(approved, paused, at)).toStrictEqual({
      ...paused,
      channelTimes: {
        sms: times.sms,
        whatsapp: { since: at, approvedAt: Given.now },
        rcs: { since: at, approvedAt: Given.now }
      }
    })
    const again = plus(at, 1000)
    const lifted = { ...approved, channelTimes: { whatsapp: { since: at, approvedAt: Given.now } } } as const
    expect(ReviewTimes.moved(paused, lifted, again)).toStrictEqual({
      ...approved,
      channelTimes: Given.channelTimes("APPROVED", again, "whatsapp", "rcs")
    })
  })

  it("is nothing of a revision before, and nothing of a channel that the template has no body for", () => {
    const { channelTimes: _, ...timeless } = approved
    expect(ReviewTimes.moved(approved, { ...approved, revision: 2, status: "PENDING" }, at)).toStrictEqual({
      ...timeless,
      revision: 2,
      status: "PENDING"
    })
    // RCS shows the body for SMS where it has none of its own.
    const narrow = { ...approved, definition: { body: { sms: { template: "Hello" } } } }
    expect(ReviewTimes.moved(narrow, narrow, at)).toStrictEqual({
      ...narrow,
      channelTimes: { sms: times.sms, rcs: times.rcs }
    })
  })
})
