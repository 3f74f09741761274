/**
 * The scripted verdicts for templates whose review has not begun.
 */
import type { Channel } from "@signalbox/core/Channel"
import type { TemplateId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type * as Port from "@signalbox/core/Reviewer"
import { Reviewer } from "@signalbox/core/Reviewer"
import type { Template } from "@signalbox/core/Template"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export interface Verdict {
  /** Null for the whole template. A channel limits the verdict to its review; everything else is approved. */
  readonly channel: Channel | null
  readonly outcome: "approve" | "reject"
  readonly reason: string | null
  readonly afterMillis: number
}

/** A verdict on one revision of a template, and when it is given. */
interface Begun extends Verdict {
  readonly at: Instant.Instant
}

export class Script extends Context.Service<Script, {
  /** @param template null: whichever comes next */
  readonly add: (template: TemplateId | null, verdict: Verdict) => void
  /** Changes the verdict of a review that is going on. */
  readonly amend: (template: TemplateId, verdict: Verdict, now: Instant.Instant) => void
  /** Forgets a review that has ended otherwise; the next one begins anew. */
  readonly forget: (template: TemplateId) => void
  readonly review: (template: Template, now: Instant.Instant) => Port.Review
}>()("@signalbox/emulator/review/ReviewScript") {}

const approval: Verdict = { channel: null, outcome: "approve", reason: null, afterMillis: 0 }

const said = ({ outcome, reason }: Verdict): Port.Verdict =>
  outcome === "approve" ? { _tag: "Approved" } : { _tag: "Rejected", reason: reason ?? "rejected by the reviewer" }

const make = (): Script["Service"] => {
  const byTemplate = new Map<TemplateId, Verdict>()
  const next: Array<Verdict> = []
  const begun = new Map<string, Begun>()

  const begin = (template: Template, now: Instant.Instant): Begun => {
    const verdict = byTemplate.get(template.id) ?? next.shift() ?? approval
    byTemplate.delete(template.id)
    return { ...verdict, at: Instant.plus(now, verdict.afterMillis) }
  }

  return {
    add: (template, verdict) => {
      if (template === null) next.push(verdict)
      else byTemplate.set(template, verdict)
    },
    amend: (template, verdict, now) => {
      const key = [...begun.keys()].find((each) => each.startsWith(`${template}/`))
      if (key === undefined) byTemplate.set(template, verdict)
      else begun.set(key, { ...verdict, at: Instant.plus(now, verdict.afterMillis) })
    },
    forget: (template) => {
      for (const key of begun.keys()) if (key.startsWith(`${template}/`)) begun.delete(key)
    },
    review: (template, now) => {
      const key = `${template.id}/${template.revision}`
      const review = begun.get(key) ?? begin(template, now)
      if (review.at > now) {
        begun.set(key, review)
        return { _tag: "Undecided", askAgainAt: review.at }
      }
      begun.delete(key)
      const verdict = said(review)
      return review.channel === null ? verdict : { _tag: "Approved", channels: { [review.channel]: verdict } }
    }
  }
}

export const layer: Layer.Layer<Script | Reviewer> = Layer.effectContext(Effect.sync(() => {
  const script = make()
  return Context.make(Script, script).pipe(
    Context.add(Reviewer, { review: (template, now) => Effect.sync(() => script.review(template, now)) })
  )
}))
