import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
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
    "showsRequest.has(name) ? message.requested : message.channel",
    "message.channel",
    "core/history/History"
  )
]
