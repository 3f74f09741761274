/**
 * Gives an event to its remaining subscribers, a thousand a commit (decisions 9.4).
 */
import * as Result from "effect/Result"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import type { Decided } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import { Events } from "../row/Delivery.ts"
import { Webhooks } from "../row/Webhook.ts"
import * as Fanout from "./Fanout.ts"
import { FanoutWork } from "./FanoutWork.ts"

export const Distribute = LeasedDecision.make<LeasedDecision.Leased, void>({
  name: "delivery.fanout",
  needs: ({ lease }, facts) => {
    const id = FanoutWork.target(lease)
    const waiting = Facts.peek(facts, Events, id)?.subscribers ?? []
    return Needs.all(Needs.row(Events, id), Needs.rows(Webhooks, waiting.slice(0, Limit.fanout.batch)))
  },
  decide: ({ lease }, facts) => {
    const event = Facts.get(facts, Events, FanoutWork.target(lease))
    const waiting = event?.subscribers ?? []
    const commit = event === null || waiting.length === 0 ? {} : {
      expects: [Facts.expected(facts, Events, event.id)],
      ...Fanout.expand(
        event,
        waiting.slice(0, Limit.fanout.batch),
        waiting.slice(Limit.fanout.batch),
        (webhook) => Facts.get(facts, Webhooks, webhook)?.parent
      )
    }
    return Result.succeed<Decided<void>>({ answer: undefined, commit: Commit.make(commit) })
  }
})

export const FanoutJob = Job.make({
  work: FanoutWork,
  decides: Distribute,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
