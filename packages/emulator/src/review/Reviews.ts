/**
 * The simulated reviewer. By default it approves immediately; a script makes it take its time, reject, and later pause,
 * resume or archive.
 */
import type { TemplateId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { AssessAnswer, ExecutionError, Statement } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import type { TemplateStatus } from "@signalbox/core/Template"
import * as TemplateState from "@signalbox/core/TemplateState"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Script } from "./ReviewScript.ts"

/** One thing that the reviewer is told to do. */
export interface Order extends Statement {
  /** Null for the template that is reviewed next. */
  readonly template: TemplateId | null
  readonly afterMillis: number
}

/** `Kept`: it is for a review that has not begun. `Later`: its time has not come. */
export type Answer = AssessAnswer | { readonly _tag: "Kept" } | { readonly _tag: "Later" }

export class Reviews extends Context.Service<Reviews, {
  readonly order: (order: Order) => Effect.Effect<Answer, ExecutionError>
  readonly isIdle: Effect.Effect<boolean>
  readonly nextDue: Effect.Effect<Option.Option<Instant.Instant>>
  readonly wake: Effect.Effect<void>
}>()("@signalbox/emulator/review/Reviews") {}

interface Appointment {
  readonly at: Instant.Instant
  readonly template: TemplateId
  readonly statement: Statement
}

/** The interval at which it looks without being told, in elapsed milliseconds. */
const pollMillis = 500

export const layer: Layer.Layer<Reviews, never, Operator | Script> = Layer.effect(
  Reviews,
  Effect.gen(function*() {
    const operator = yield* Operator
    const script = yield* Script
    const woken = yield* Latch.make(false)
    let appointments: ReadonlyArray<Appointment> = []

    const assess = ({ statement, template }: Pick<Appointment, "statement" | "template">) =>
      Effect.map(operator.assess(template, statement), (answer) => {
        if (answer._tag === "Changed" && statement.channel === null) script.forget(template)
        return answer
      })

    const round = Effect.gen(function*() {
      yield* woken.close
      const now = yield* Instant.now
      const [next] = appointments.toSorted((a, b) => a.at - b.at)
      if (next === undefined || next.at > now) {
        yield* Effect.timeoutOption(woken.await, Math.min(next === undefined ? pollMillis : next.at - now, pollMillis))
        return
      }
      yield* assess(next)
      appointments = appointments.filter((each) => each !== next)
    })

    yield* round.pipe(
      Effect.catch((error) =>
        Effect.andThen(Effect.logWarning("the reviewer cannot act", error), Effect.sleep(pollMillis))
      ),
      Effect.forever,
      Effect.forkScoped
    )

    /**
     * Returns the status that the template, or its review on a channel, will have after the appointments until then.
     */
    const statusBy = (
      { channel, template }: Pick<Order, "channel" | "template">,
      status: TemplateStatus,
      at: Instant.Instant
    ): TemplateStatus =>
      appointments
        .filter((each) =>
          each.template === template && (each.statement.channel === null || each.statement.channel === channel)
        )
        .filter((each) => each.at <= at)
        .toSorted((a, b) => a.at - b.at)
        .reduce((reached, { statement }) => TemplateState.transition(reached, statement.outcome) ?? reached, status)

    return {
      order: Effect.fnUntraced(function*(order) {
        const { afterMillis, channel, outcome, reason, template } = order
        const verdict = outcome === "approve" || outcome === "reject" ? { channel, outcome, reason, afterMillis } : null
        if (template === null) {
          if (verdict === null) return { _tag: "Refused", status: null }
          script.add(null, verdict)
          return { _tag: "Kept" }
        }
        const statement: Statement = { channel, outcome, reason }
        const found = yield* operator.findTemplate(template)
        if (found === null) return { _tag: "Unknown" }
        const status = TemplateState.statusOf(found, channel)
        if (status === null) return { _tag: "Refused", status: null }
        if (verdict !== null && (found.status === "DRAFT" || found.status === "REJECTED")) {
          script.add(template, verdict)
          return { _tag: "Kept" }
        }
        const now = yield* Instant.now
        const at = Instant.plus(now, afterMillis)
        const expected = statusBy(order, status, at)
        const next = channel === null ? TemplateState.transition : TemplateState.channelTransition
        if (next(expected, outcome) === null) return { _tag: "Refused", status: expected }
        if (afterMillis === 0) return yield* assess({ template, statement })
        if (verdict !== null && channel === null) script.amend(template, verdict, now)
        appointments = [...appointments, { at, template, statement }]
        yield* woken.open
        return { _tag: "Later" }
      }),
      // What is in hand is due until it is done.
      isIdle: Effect.map(Instant.now, (now) => appointments.every(({ at }) => at > now)),
      nextDue: Effect.sync(() =>
        appointments.length === 0
          ? Option.none()
          : Option.some(appointments.map(({ at }) => at).reduce((a, b) => a < b ? a : b))
      ),
      wake: Effect.asVoid(woken.open)
    }
  })
)
