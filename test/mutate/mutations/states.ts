import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "states",
    "message/MessageState.ts",
    "row(\"DELIVERED\", \"read\", \"READ\", \"message.read\")",
    "row(\"DELIVERED\", \"read\", \"READ\", null)",
    "core/MessageState"
  ),
  core(
    "states",
    "message/MessageState.ts",
    "row(\"SCHEDULED\", \"cancelled\", \"CANCELLED\"",
    "row(\"QUEUED\", \"cancelled\", \"CANCELLED\"",
    "core/MessageState"
  ),
  core(
    "states",
    "message/Progress.ts",
    "trigger) === null) return self",
    "trigger) === undefined) return self",
    "core/History"
  )
]
