/** A revision of a template as the API shows it, from every state in which rows keep one (decisions 15.1). */
import { plus } from "@signalbox/core/Instant"
import * as RevisionResource from "@signalbox/core/internal/template/RevisionResource"
import type { Template, TemplateRevision } from "@signalbox/core/Template"
import { revisionOf } from "@signalbox/core/Template"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const minute = 60_000
const [madeAt, approvedAt, pausedAt, replacedAt] = [1, 2, 3, 4].map((minutes) => plus(Given.now, minutes * minute))

const template = Given.template({
  revision: 3,
  category: "MARKETING",
  language: "de",
  status: "APPROVED",
  channelStatuses: { whatsapp: "PAUSED" },
  channelTimes: { whatsapp: { since: pausedAt!, approvedAt: approvedAt! }, sms: { since: approvedAt! } },
  revisedAt: madeAt!,
  definition: Given.definition("The third text.")
})

const kept: TemplateRevision = {
  template: template.id,
  revision: 2,
  category: "UTILITY",
  language: "en_US",
  definition: Given.definition("The second text."),
  madeAt: madeAt!
}

const shown = {
  revision: 2,
  is_current: false,
  category: "UTILITY",
  language: "en_US",
  definition: kept.definition,
  created_at: "2030-01-15T12:35:56.789Z",
  replaced_at: "2030-01-15T12:38:56.789Z"
}

describe("a revision is shown", () => {
  it("as far as the template says, when it is the current one", () => {
    // The row of the revision that is kept says less, and is not asked.
    const row: TemplateRevision = { ...revisionOf(template), language: "en_US", definition: kept.definition }
    expect(RevisionResource.fromRevision(template, row)).toStrictEqual({
      ...shown,
      revision: 3,
      is_current: true,
      category: "MARKETING",
      language: "de",
      definition: template.definition,
      status: "APPROVED",
      reviews: [
        { channel: "sms", status: "APPROVED", since: "2030-01-15T12:36:56.789Z" },
        {
          channel: "whatsapp",
          status: "PAUSED",
          since: "2030-01-15T12:37:56.789Z",
          approved_at: "2030-01-15T12:36:56.789Z"
        },
        { channel: "rcs", status: "APPROVED", since: "2030-01-15T12:35:56.789Z" }
      ],
      replaced_at: null
    })
  })

  it("as far as it was when another one took its place, whatever it says of approvals", () => {
    const replaced = {
      at: replacedAt!,
      status: "PENDING",
      channelStatuses: { rcs: "REJECTED" },
      channelTimes: { rcs: { since: pausedAt! }, sms: { approvedAt: approvedAt! } }
    } as const
    expect(RevisionResource.fromRevision(template, { ...kept, approved: ["sms", "rcs"], replaced })).toStrictEqual({
      ...shown,
      status: "PENDING",
      reviews: [
        {
          channel: "sms",
          status: "PENDING",
          since: "2030-01-15T12:35:56.789Z",
          approved_at: "2030-01-15T12:36:56.789Z"
        },
        { channel: "whatsapp", status: "PENDING", since: "2030-01-15T12:35:56.789Z" },
        { channel: "rcs", status: "REJECTED", since: "2030-01-15T12:37:56.789Z" }
      ]
    })
  })

  it.each<readonly [string, Partial<TemplateRevision>, ReadonlyArray<string | null>]>([
    ["nothing", {}, [null, null, null]],
    ["where it is approved", { approved: ["rcs", "sms"] }, ["APPROVED", null, "APPROVED"]]
  ])("of an old row by %s that it says", (_, parts, statuses) => {
    const { category: _category, madeAt: _made, ...old } = kept
    expect(RevisionResource.fromRevision(template, { ...old, ...parts })).toStrictEqual({
      ...shown,
      category: null,
      status: null,
      reviews: ["sms", "whatsapp", "rcs"].map((channel, index) => ({ channel, status: statuses[index] })),
      created_at: null,
      replaced_at: null
    })
  })

  it("without the time of a standing that an old row cannot tell", () => {
    const { madeAt: _, ...old } = kept
    const replaced = { at: replacedAt!, status: "APPROVED" } as const
    expect(RevisionResource.fromRevision(template, { ...old, replaced }).reviews).toStrictEqual(
      ["sms", "whatsapp", "rcs"].map((channel) => ({ channel, status: "APPROVED" }))
    )
  })

  it("as old as its template, when it is the first one", () => {
    const first: Template = Given.template({ updatedAt: replacedAt! })
    expect(RevisionResource.fromRevision(first, revisionOf(first))).toMatchObject({
      is_current: true,
      created_at: "2030-01-15T12:34:56.789Z",
      replaced_at: null
    })
  })
})
