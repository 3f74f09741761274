/**
 * Reviewers that learn of something by themselves, such as by a webhook, bring it here.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ExecutionError } from "../engine/Executor.ts"
import { Executor } from "../engine/Executor.ts"
import * as Text from "../value/Text.ts"
import * as Uuid from "../value/Uuid.ts"
import type { LaterAnswer } from "./LaterVerdict.ts"
import { LaterVerdict } from "./LaterVerdict.ts"

export type { LaterAnswer, LaterVerdict } from "./LaterVerdict.ts"

/** How much of a reason is kept. */
const reasonLength = 1000

/** Like `Receipts`, it needs no carriers, so the Layer of one may require it. */
export class Verdicts extends Context.Service<Verdicts, {
  /** Applies a verdict. It may come repeatedly, late and in any order: what has passed changes nothing. */
  readonly report: (verdict: LaterVerdict) => Effect.Effect<LaterAnswer, ExecutionError>
}>()("@signalbox/core/template/Verdicts") {}

export const layer: Layer.Layer<Verdicts, never, Executor> = Layer.effect(
  Verdicts,
  Effect.map(Executor, (executor) => ({
    report: (verdict) => {
      if (!Uuid.is(verdict.template)) return Effect.succeed<LaterAnswer>("Unknown")
      const reason = verdict.reason === null ? null : Text.clean(Text.truncate(verdict.reason, reasonLength))
      return Effect.map(executor.run(LaterVerdict, { ...verdict, reason }), ({ answer }) => answer)
    }
  }))
)
