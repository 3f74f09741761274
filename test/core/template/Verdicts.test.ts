/** A verdict that comes later is brought into a form that can be kept before it is applied (decisions 4.2). */
import { put } from "@signalbox/core/Commit"
import { Executor } from "@signalbox/core/Executor"
import { plus } from "@signalbox/core/Instant"
import type { LaterVerdict } from "@signalbox/core/internal/template/LaterVerdict"
import { layer, Verdicts } from "@signalbox/core/internal/template/Verdicts"
import { Templates } from "@signalbox/core/Template"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const template = Given.template({ status: "PENDING" })

const report = (verdict: Partial<LaterVerdict>) => {
  const store = new FactStore([put(Templates, template)])
  let runs = 0
  const executor: Pick<Executor["Service"], "run"> = {
    run: (use, command) =>
      Effect.sync(() => {
        runs++
        const answer = Result.getOrThrow(store.run(use, command, plus(Given.now, 1000), Given.ids()))
        return { answer, at: Given.now }
      })
  }
  const answer = Effect.runSync(
    Effect.flatMap(Verdicts, (verdicts) =>
      verdicts.report({
        template: template.id,
        revision: 1,
        channel: null,
        standing: "rejected",
        reason: null,
        ...verdict
      })).pipe(Effect.provide(layer.pipe(Layer.provide(Layer.succeed(Executor, executor as never)))))
  )
  const reasons = store.events.map(({ body }) => (JSON.parse(body) as { payload: { reason?: string } }).payload.reason)
  return { answer, reasons: [...new Set(reasons)], runs }
}

it("of what can be no template's id nobody is asked", () => {
  expect(report({ template: "a\0" as never })).toEqual({ answer: "Unknown", reasons: [], runs: 0 })
  expect(report({ template: Given.templateId(9) })).toEqual({ answer: "Unknown", reasons: [], runs: 1 })
})

it.each([
  [null, undefined],
  ["too loud", "too loud"],
  ["too\0 loud\ud800", "too loud\ufffd"],
  ["x".repeat(1000), "x".repeat(1000)],
  [`${"x".repeat(1000)}y`, "x".repeat(1000)]
])("a reason is kept as far as it can be (%#)", (reason, kept) => {
  expect(report({ reason })).toEqual({ answer: "Changed", reasons: [kept], runs: 1 })
})
