/**
 * GET /v3/messages/{id} and GET /v3/messages/{id}/activities.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as MessageResource from "../message/MessageResource.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import { MessageId } from "../value/Id.ts"
import type { Command } from "./Operation.ts"
import * as Operation from "./Operation.ts"

const Path = Schema.Struct({ id: MessageId })

type Asked = Command<typeof Path.Type, unknown, unknown, void>

const use = <Data>(name: string, show: (message: Message) => Data) => ({
  name,
  needs: ({ path }: Asked) => Needs.row(Messages, path.id),
  decide: ({ caller, path }: Asked, facts: Facts.Facts) => {
    const message = Facts.get(facts, Messages, path.id)
    // A message of another account is no message: its existence is not told.
    return message === null || message.account !== caller.account.id
      ? Result.fail(Refused.refused("RESOURCE_003"))
      : Result.succeed({ commit: Commit.empty, answer: show(message) })
  }
})

const reading = {
  path: Path,
  query: Schema.Struct({}),
  body: Schema.Struct({}),
  status: 200,
  role: null,
  tier: "standard",
  idempotent: false,
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
