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
