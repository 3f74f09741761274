/**
 * GET /v3/messages/{id} and GET /v3/messages/{id}/activities.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Commit from "../../commit/Commit.ts"
import type * as Facts from "../../commit/Facts.ts"
import * as Refused from "../../commit/Refused.ts"
import * as MessageResource from "../../message/MessageResource.ts"
import type { Message } from "../../row/Message.ts"
import * as Operation from "../Operation.ts"
import * as OwnMessage from "./OwnMessage.ts"

const use = <Data>(name: string, show: (message: Message) => Data) => ({
  name,
  needs: OwnMessage.needs,
  decide: (asked: OwnMessage.Asked, facts: Facts.Facts) => {
    const message = OwnMessage.find(asked, facts)
    return message === null
      ? Result.fail(Refused.refused("RESOURCE_003"))
      : Result.succeed({ commit: Commit.empty, answer: show(message) })
  }
})

const reading = {
  path: OwnMessage.Path,
  query: Schema.Struct({}),
  body: Schema.Struct({}),
  status: 200,
  role: null,
  tier: "standard",
  idempotent: false,
  refuses: ["RESOURCE_003"],
  check: () => [],
  simulate: null
} as const

export const GetMessage = Operation.make({
  ...reading,
  name: "messages.get",
  summary: "Read a message",
  data: MessageResource.MessageResource,
  use: use("messages.get", MessageResource.fromMessage)
})

export const GetActivities = Operation.make({
  ...reading,
  name: "messages.activities",
  summary: "Read what happened to a message, newest first",
  data: MessageResource.ActivitiesResource,
  use: use("messages.activities", MessageResource.activities)
})
