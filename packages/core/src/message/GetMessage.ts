/**
 * GET /v3/messages/{id} and GET /v3/messages/{id}/activities.
 */
import type { Grounds } from "../commit/Grounds.ts"
import * as Operation from "../operation/Operation.ts"
import * as Reading from "../operation/Reading.ts"
import type { Message } from "../row/Message.ts"
import * as MessageResource from "./MessageResource.ts"
import * as OwnMessage from "./OwnMessage.ts"

const use = <Data>(name: string, show: (message: Message) => Data) => ({
  name,
  needs: OwnMessage.needs,
  decide: (asked: OwnMessage.Asked, { facts }: Grounds) => {
    const message = OwnMessage.find(asked, facts)
    return Reading.answerOr(message, "RESOURCE_003", show)
  }
})

const reading = {
  ...Reading.history,
  path: OwnMessage.Path,
  refuses: ["RESOURCE_003"]
} as const

export const GetMessage = Operation.make({
  ...reading,
  name: "messages.get",
  summary: "Read a message",
  description: "Answers a message with its status, what it costs, and the statuses that it has reached.",
  data: MessageResource.MessageResource,
  decides: use("messages.get", MessageResource.fromMessage)
})

export const GetActivities = Operation.make({
  ...reading,
  name: "messages.activities",
  summary: "Read what happened to a message, newest first",
  description: "Tells which channels were chosen, what was handed to a carrier, and what the carrier told.",
  data: MessageResource.ActivitiesResource,
  decides: use("messages.activities", MessageResource.activities)
})
