import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("events", "message/MessageEvent.ts", "\"message.routed\",\n", "", "core/message/MessageEvent"),
  core(
    "events",
    "message/MessageEvent.ts",
    "template_id: message.template?.id ?? null,\n",
    "",
    "core/message/MessageEvent"
  ),
  core(
    "events",
    "message/MessageEvent.ts",
    "message_status: message.status",
    "message_status: \"SENT\"",
    "core/history/History"
  ),
  core(
    "events",
    "message/MessageEvent.ts",
    "message.rendered === null || isAbandoned",
    "message.rendered === null",
    "core/history/History"
  ),
  core(
    "events",
    "message/MessageEvent.ts",
    "showsRequest.has(name) ? message.requested : message.channel",
    "message.channel",
    "core/history/History"
  ),
  core("events", "receipt/Report.ts", "changes: { channel: attempt.channel }, ", "", "core/history/History")
]
