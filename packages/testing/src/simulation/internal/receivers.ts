/**
 * The receivers that webhooks lead to, and the hosts of media files.
 */
import type { MediaProbe } from "@signalbox/core/MediaProbe"
import type { WebhookResult, WebhookSender } from "@signalbox/core/WebhookSender"
import * as Effect from "effect/Effect"
import type { Process, Sighting } from "../Sighting.ts"
import type { Dice } from "./dice.ts"
import { accountId } from "./furniture.ts"
import type { Host } from "./host.ts"
import type { Timeline } from "./timeline.ts"

export type Mood = "fails" | "hangs" | "refuses"

export class Receivers {
  /** By account; who is not here answers 200. */
  readonly moods = new Map<number, Mood>()
  private readonly timeline: Timeline
  private readonly dice: Dice
  private readonly see: (sighting: Sighting) => void

  constructor(timeline: Timeline, dice: Dice, see: (sighting: Sighting) => void) {
    this.timeline = timeline
    this.dice = dice
    this.see = see
  }

  sender(host: Host, by: Process): WebhookSender["Service"] {
    return {
      refuse: () => Effect.succeed(null),
      send: ({ body, headers, timeoutMillis, url }) =>
        Effect.callback((resume) => {
          const delivery = headers["x-webhook-event-id"]!
          this.see({ _tag: "Posted", by, delivery, body })
          const answer = (millis: number, result: WebhookResult): void => {
            const status = result._tag === "Answered" ? result.status : null
            this.timeline.after(millis, () => {
              this.see({ _tag: "PostEnded", delivery, status })
              host.soon(() => resume(Effect.succeed(result)))
            })
          }
          const mood = this.moods.get(Number(url.slice(url.lastIndexOf("/") + 1)))
          const quick = 1 + this.dice.below(20)
          if (mood === undefined) answer(quick, { _tag: "Answered", status: 200, body: "" })
          else if (mood === "fails") answer(quick, { _tag: "Answered", status: 500, body: "no" })
          else if (mood === "refuses") answer(1, { _tag: "Failed", message: "connection refused" })
          else answer(timeoutMillis, { _tag: "Failed", message: "timeout" })
        })
    }
  }

  /** `https://media.example/{account}/{hangs or quick}` */
  probe(host: Host, by: Process): MediaProbe {
    return {
      size: (url) => {
        const [number, kind] = url.split("/").slice(-2)
        const account = accountId(Number(number))
        const ended = () => this.see({ _tag: "ProbeEnded", by, account })
        return Effect.callback((resume) => {
          this.see({ _tag: "ProbeBegan", by, account })
          if (kind !== "hangs") {
            host.after(1 + this.dice.below(30), () => {
              ended()
              resume(Effect.succeed(1000))
            })
          }
          return Effect.sync(ended)
        })
      }
    }
  }
}
