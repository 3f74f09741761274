/**
 * GET /v3/messages/{id}.
 */
import * as Operation from "../operation/Operation.ts"
import * as Reading from "../operation/Reading.ts"
import * as MessageResource from "./MessageResource.ts"
import * as OwnMessage from "./OwnMessage.ts"

export const GetMessage = Operation.make({
  ...Reading.history,
  path: OwnMessage.Path,
  refuses: ["RESOURCE_003"],
  name: "messages.get",
  summary: "Read a message",
  description: "Answers a message with its status, what it costs, and the statuses that it has reached.",
  data: MessageResource.MessageResource,
  decides: {
    name: "messages.get",
    needs: OwnMessage.needs,
    decide: (asked, { facts }) =>
      Reading.answerOr(OwnMessage.find(asked, facts), "RESOURCE_003", MessageResource.fromMessage)
  }
})
