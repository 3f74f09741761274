/**
 * GET /v3/messages/{id}/activities: what happened to a message, and what its dispatch would do as long as it waits for it
 * (decisions 18.1).
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as ChosenSenders from "../dispatch/ChosenSenders.ts"
import * as Dispatch from "../dispatch/Dispatch.ts"
import * as DispatchStep from "../dispatch/DispatchStep.ts"
import * as MessageResource from "../message/MessageResource.ts"
import * as OwnMessage from "../message/OwnMessage.ts"
import * as Operation from "../operation/Operation.ts"
import * as Reading from "../operation/Reading.ts"
import type { Instant } from "../value/Instant.ts"
import * as Explanation from "./Explanation.ts"
import * as ExplanationResource from "./ExplanationResource.ts"

const Activities = Schema.Struct({
  ...MessageResource.ActivitiesResource.fields,
  explained: Schema.optionalKey(ExplanationResource.Explained)
}).annotate({ identifier: "Activities" })

const latest = (one: Instant, other: Instant | null): Instant => other === null || one >= other ? one : other

export const GetActivities: Operation.Operation<
  typeof OwnMessage.Path.Type,
  object,
  object,
  DispatchStep.Taking,
  typeof Activities.Type,
  "messages.activities"
> = Operation.consulting({
  ...Reading.history,
  path: OwnMessage.Path,
  refuses: ["RESOURCE_003"],
  name: "messages.activities",
  summary: "Read what happened to a message, newest first",
  description:
    "Tells which channels were chosen, what was handed to a carrier, and what the carrier told. Of a message that waits for its dispatch it explains as well what that would do, as `POST /v3/messages/explain` does.",
  data: Activities,
  consult: (_input, _caller, here) =>
    Effect.map(ChosenSenders.settings(here), (settings) => ({ settings, at: here.now })),
  decides: {
    name: "messages.activities",
    needs: (asked, facts) => {
      const message = OwnMessage.peek(asked, facts)
      return message !== null && Dispatch.isWaiting(message)
        ? Needs.all(
          OwnMessage.needs(asked),
          DispatchStep.needs(message, latest(asked.consulted.at, message.scheduledAt), facts)
        )
        : OwnMessage.needs(asked)
    },
    decide: (asked, grounds) => {
      const message = OwnMessage.find(asked, grounds.facts)
      if (message === null) return Result.fail(Refused.refused("RESOURCE_003"))
      const activities = MessageResource.activities(message)
      if (!Dispatch.isWaiting(message)) return Reading.answer(activities)
      const { explanation } = Explanation.of(message, asked.consulted.settings, grounds)
      return Reading.answer({ ...activities, explained: ExplanationResource.message(explanation, message.contact) })
    }
  }
})
