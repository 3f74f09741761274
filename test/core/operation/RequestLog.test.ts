/** Each line about a request names it and its operation, as soon as that is known. */
import * as RequestLog from "@signalbox/core/internal/operation/RequestLog"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import { expect, it } from "vitest"

const annotations: Effect.Effect<object> = Effect.service(References.CurrentLogAnnotations)

it("is named by its id and its operation, beside what is noted otherwise", () => {
  const about = (requestId: string, operation: string | null) => RequestLog.about({ requestId, operation })
  const seen = (...steps: ReadonlyArray<ReturnType<typeof about>>) =>
    Effect.runSync(
      steps.reduceRight<Effect.Effect<object>>((inner, step) => step(inner), annotations).pipe(
        Effect.annotateLogs("lane", "a")
      )
    )
  expect(seen(about("r1", null))).toEqual({ lane: "a", request_id: "r1" })
  expect(seen(about("r1", "me.get"))).toEqual({ lane: "a", request_id: "r1", operation: "me.get" })
  expect(seen(about("r1", null), about("r1", "me.get"))).toEqual({ lane: "a", request_id: "r1", operation: "me.get" })
  expect(seen(about("r1", "me.get"), about("r1", null))).toEqual({ lane: "a", request_id: "r1", operation: "me.get" })
  expect(seen(about("r1", "me.get"), about("r1", "usage.get")))
    .toEqual({ lane: "a", request_id: "r1", operation: "usage.get" })
  expect(seen(about("r1", "me.get"), about("r2", "me.get")))
    .toEqual({ lane: "a", request_id: "r2", operation: "me.get" })
})
