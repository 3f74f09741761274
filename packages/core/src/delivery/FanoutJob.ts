/**
 * Gives an event and those behind it to their remaining subscribers, so many deliveries a commit that others hardly wait for it
 * (decisions 9.4).
 */
import * as Limit from "../catalogue/Limit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import { Events } from "../row/Delivery.ts"
import { Webhooks } from "../row/Webhook.ts"
import * as Fanout from "./Fanout.ts"
import { FanoutWork } from "./FanoutWork.ts"

const Distribute = LeasedDecision.make<LeasedDecision.Leased, void>({
  name: "delivery.fanout",
  needs: ({ lease }, facts) => {
    const id = FanoutWork.target(lease)
    const event = Facts.peek(facts, Events, id)
    const now = event === undefined || event === null ? [] : Fanout.step(event, Limit.fanout.batch).now
    return Needs.all(
      Needs.rows(Events, [id, ...now.map(([each]) => each)]),
      Needs.rows(Webhooks, [...new Set(now.flatMap(([, webhooks]) => webhooks))])
    )
  },
  decide: ({ lease }, { facts }) => {
    const event = Facts.get(facts, Events, FanoutWork.target(lease))
    const step = event === null ? null : Fanout.step(event, Limit.fanout.batch)
    const commit = event === null || step === null || step.now.length === 0 ? {} : {
      expects: [Facts.expected(facts, Events, event.id)],
      ...Fanout.advance(
        event,
        step,
        (id) => Facts.get(facts, Events, id),
        (webhook) => Facts.get(facts, Webhooks, webhook)?.parent
      )
    }
    return done(undefined, commit)
  }
})

export const FanoutJob = Job.make({
  work: FanoutWork,
  decides: Distribute,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
