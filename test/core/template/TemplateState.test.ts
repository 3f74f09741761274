/**
 * The transitions of templates: the table of decisions 4.2, written down once more from the texts.
 */
import type { TemplateStatus } from "@signalbox/core/Template"
import type { Trigger } from "@signalbox/core/TemplateState"
import * as TemplateState from "@signalbox/core/TemplateState"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const texts: ReadonlyArray<string> = [
  "(new) create DRAFT",
  "(new) submit PENDING",
  "DRAFT submit PENDING",
  "REJECTED submit PENDING",
  "PENDING approve APPROVED",
  "PENDING reject REJECTED",
  "APPROVED pause PAUSED",
  "PAUSED lift APPROVED",
  "APPROVED change DRAFT",
  "REJECTED change DRAFT",
  "PAUSED change DRAFT",
  // A draft is there to be changed, and stays one.
  "DRAFT change DRAFT",
  "DRAFT archive ARCHIVED",
  "APPROVED archive ARCHIVED",
  "REJECTED archive ARCHIVED",
  "PAUSED archive ARCHIVED"
]

const statuses: ReadonlyArray<TemplateStatus> = ["DRAFT", "PENDING", "APPROVED", "REJECTED", "PAUSED", "ARCHIVED"]
const outcomes = ["approve", "reject", "pause", "lift", "archive"] as const
const triggers: ReadonlyArray<Trigger> = ["create", "change", "submit", ...outcomes]

describe("TemplateState", () => {
  it("has the rows of the texts and no others", () => {
    const shown = TemplateState.table.map(({ from, to, trigger }) => `${from} ${trigger} ${to}`)
    expect(shown.toSorted()).toEqual(texts.toSorted())
  })

  it("knows a trigger in a status exactly where the texts have a row", () => {
    const known = (["(new)", ...statuses] as const).flatMap((from) =>
      triggers.flatMap((trigger) => {
        const to = TemplateState.transition(from, trigger)
        return to === null ? [] : [`${from} ${trigger} ${to}`]
      })
    )
    expect(known.toSorted()).toEqual(texts.toSorted())
  })

  it("moves a leg as it moves the whole, but never into the archive", () => {
    const moved = statuses.flatMap((from) =>
      outcomes.flatMap((outcome) => {
        const to = TemplateState.channelTransition(from, outcome)
        return to === null ? [] : [`${from} ${outcome} ${to}`]
      })
    )
    expect(moved).toEqual([
      "PENDING approve APPROVED",
      "PENDING reject REJECTED",
      "APPROVED pause PAUSED",
      "PAUSED lift APPROVED"
    ])
    expect(outcomes.map((outcome) => TemplateState.channelTransition(null, outcome))).toEqual(outcomes.map(() => null))
  })

  it("is that of the whole, or of a channel that the template has a body for", () => {
    const template = Given.template({ status: "APPROVED", channelStatuses: { rcs: "PAUSED" } })
    expect(([null, "sms", "rcs", "mms"] as const).map((channel) => TemplateState.statusOf(template, channel)))
      .toEqual(["APPROVED", "APPROVED", "PAUSED", null])
  })

  it("begins as a draft, or in review", () => {
    expect([TemplateState.initial("create"), TemplateState.initial("submit")]).toEqual(["DRAFT", "PENDING"])
  })

  it("hands in what needs a review, and leaves the rest where it is", () => {
    expect(statuses.map(TemplateState.submitted))
      .toEqual(["PENDING", "PENDING", "APPROVED", "PENDING", "PAUSED", "ARCHIVED"])
  })

  it("holds what is in review as it is, and lets nothing leave the archive", () => {
    expect(statuses.filter(TemplateState.isFrozen)).toEqual(["PENDING", "ARCHIVED"])
    expect(statuses.filter(TemplateState.isFinal)).toEqual(["ARCHIVED"])
  })
})
