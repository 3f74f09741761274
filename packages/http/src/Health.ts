/**
 * The health endpoints (decisions part 1): `/health/live` answers as long as the process does, `/health/ready` and
 * `/healthcheck` when it can do its part. They need no key and count against no limit.
 */
import type { Readiness, Unready } from "@signalbox/core/Readiness"
import type { Worker } from "@signalbox/core/Worker"
import * as Effect from "effect/Effect"
import * as HttpResponse from "./HttpResponse.ts"
import { reject } from "./steps/Rejection.ts"
import type { RequestContext } from "./steps/RequestContext.ts"

export const paths = ["/health/live", "/health/ready", "/healthcheck"] as const

export interface Sources {
  readonly readiness: Readiness["Service"]
  /** Null on a node that does no scheduled work. */
  readonly worker: Worker["Service"] | null
}

/** Returns the health endpoint that a URL names, or null. */
export const named = (url: string): (typeof paths)[number] | null => {
  const [path] = url.split("?")
  return paths.find((each) => each === path) ?? null
}

const unavailable = (unready: ReadonlyArray<Unready>) =>
  reject("INTERNAL_005", { details: Object.fromEntries(unready.map(({ part, why }) => [part, [why]])) })

/** Answers 204, or fails with what is not ready. */
export const answer = Effect.fnUntraced(function*(
  { readiness, worker }: Sources,
  { method, url }: Pick<RequestContext, "method" | "url">
) {
  if (method !== "GET" && method !== "HEAD") {
    return yield* reject("VALIDATION_001", {
      status: 405,
      message: `This path does not know the method ${method}`,
      headers: { allow: "GET, HEAD" }
    })
  }
  const unready = named(url) === "/health/live" ? [] : yield* readiness.unready(worker)
  return unready.length === 0 ? HttpResponse.empty(204) : yield* unavailable(unready)
})
