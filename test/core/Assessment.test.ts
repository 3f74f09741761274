/**
 * What a reviewer may do to a template of its own accord (decisions 4.2).
 */
import { put } from "@signalbox/core/commit/Commit"
import type { Use } from "@signalbox/core/commit/Use"
import * as Assessment from "@signalbox/core/review/Assessment"
import type { TemplateStatus as Status } from "@signalbox/core/row/Template"
import { Templates, TemplateStatus } from "@signalbox/core/row/Template"
import { plus } from "@signalbox/core/value/Instant"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "./FactStore.ts"
import * as Given from "./Given.ts"

/** The table of the decisions, written down once more. */
const allowed: Readonly<Record<string, Status>> = {
  "PENDING approve": "APPROVED",
  "PENDING reject": "REJECTED",
  "APPROVED pause": "PAUSED",
  "PAUSED lift": "APPROVED",
  "DRAFT archive": "ARCHIVED",
  "APPROVED archive": "ARCHIVED",
  "REJECTED archive": "ARCHIVED",
  "PAUSED archive": "ARCHIVED"
}

const outcomes = Assessment.Outcome.literals
const pairs = TemplateStatus.literals.flatMap((status) => outcomes.map((outcome) => [status, outcome] as const))

/** What a use answers that refuses nothing by failing. */
const told = <Command, Answer>(store: FactStore, use: Use<Command, Answer>, command: Command, at = Given.now) =>
  Result.getOrThrow(store.run(use, command, at, Given.mint()))

const assessed = (status: Status, outcome: Assessment.Outcome, reason: string | null = null) => {
  const template = Given.template({ status })
  const store = new FactStore([put(Templates, template)])
  const at = plus(Given.now, 1000)
  const answer = told(store, Assessment.Assess, { template: template.id, outcome, reason }, at)
  return { store, template, at, answer }
}

describe("Assessment", () => {
  it.each(pairs)("of a template that is %s: %s", (status, outcome) => {
    const next = allowed[`${status} ${outcome}`]
    const { answer, at, store, template } = assessed(status, outcome, "because")
    if (next === undefined) {
      expect(answer).toEqual({ _tag: "Refused", status })
      expect(store.get(Templates, template.id)).toEqual(template)
      expect(store.events).toEqual([])
      return
    }
    expect(answer).toEqual({ _tag: "Changed", status: next })
    expect(store.get(Templates, template.id)).toEqual({ ...template, status: next, updatedAt: at })
    expect(store.events.map(({ account, name }) => ({ account, name }))).toEqual([
      { account: template.account, name: `templates.${next.toLowerCase()}` }
    ])
    const { payload } = JSON.parse(store.events[0]!.body) as { readonly payload: { readonly reason?: string } }
    expect(payload).toMatchObject({ template_id: template.id, status: next })
    // Only rejections have a reason.
    expect(payload.reason).toBe(outcome === "reject" ? "because" : undefined)
  })

  it("of no template changes nothing", () => {
    const store = new FactStore([])
    const command = { template: Given.templateId(1), outcome: "approve", reason: null } as const
    expect(told(store, Assessment.Assess, command)).toEqual({ _tag: "Unknown" })
    expect(told(store, Assessment.Look, Given.templateId(1))).toBeNull()
    expect(store.events).toEqual([])
  })

  it("looks at a template without touching it", () => {
    const template = Given.template({ status: "PAUSED" })
    const store = new FactStore([put(Templates, template)])
    expect(told(store, Assessment.Look, template.id)).toBe("PAUSED")
    expect(store.get(Templates, template.id)).toEqual(template)
  })
})
