import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "states",
    "message/MessageState.ts",
    "row(\"DELIVERED\", \"read\", \"READ\", \"message.read\")",
    "row(\"DELIVERED\", \"read\", \"READ\", null)",
    "core/message/MessageState"
  ),
  core(
    "states",
    "message/MessageState.ts",
    "row(\"SCHEDULED\", \"cancelled\", \"CANCELLED\"",
    "row(\"QUEUED\", \"cancelled\", \"CANCELLED\"",
    "core/message/MessageState"
  ),
  core(
    "states",
    "message/Progress.ts",
    "if (next === null) throw unknown(self.message.status, step)",
    "if (next === null) return self",
    "core/message/Cancel"
  ),
  core(
    "states",
    "message/Cancel.ts",
    "isAllowed(progress.message) ? progress : ",
    "",
    "core/accept/AcceptScheduled"
  ),
  core(
    "states",
    "message/Progress.ts",
    "if (transition === null) return null",
    "if (transition === undefined) return null",
    "core/history/History"
  ),
  core(
    "states",
    "message/MessageState.ts",
    "row(\"SENT\", \"rerouted\", \"QUEUED\", \"message.queued\")",
    "row(\"SENT\", \"rerouted\", \"QUEUED\", null)",
    "core/history/History"
  ),
  core(
    "states",
    "message/MessageState.ts",
    "row(\"QUEUED\", \"taken_up\", \"PROCESSED\", null)",
    "row(\"QUEUED\", \"taken_up\", \"PROCESSED\", \"message.routed\")",
    "core/history/History"
  ),
  core(
    "states",
    "message/MessageState.ts",
    "row(\"ROUTED\", \"next_candidate\", \"ROUTED\", null)",
    "row(\"ROUTED\", \"next_candidate\", \"ROUTED\", \"message.routed\")",
    "core/history/History"
  ),
  core(
    "states",
    "message/MessageState.ts",
    "row(\"ROUTED\", \"delivered\", \"DELIVERED\", \"message.delivered\")",
    "row(\"ROUTED\", \"cancelled\", \"CANCELLED\", \"message.cancelled\")",
    "core/history/History"
  ),
  core(
    "states",
    "message/MessageState.ts",
    "row(\"FAILED\", \"delivered\", \"DELIVERED\", \"message.delivered\")",
    "row(\"FAILED\", \"delivered\", \"DELIVERED\", null)",
    "core/history/History"
  ),
  core(
    "states",
    "message/MessageState.ts",
    "row(\"FAILED\", \"resent\", \"QUEUED\", \"message.queued\")",
    "row(\"FILTERED\", \"resent\", \"QUEUED\", \"message.queued\")",
    "core/history/History"
  ),
  core("states", "message/Deliverability.ts", "FILTERED: null", "FILTERED: \"against\"", "core/message/Deliverability"),
  core("states", "message/Deliverability.ts", "BLOCKED: null", "BLOCKED: \"against\"", "core/message/Deliverability"),
  core(
    "states",
    "message/Deliverability.ts",
    "CANCELLED: null",
    "CANCELLED: \"against\"",
    "core/message/Deliverability"
  ),
  core("states", "message/Deliverability.ts", "FAILED: \"against\"", "FAILED: null", "core/message/Deliverability")
]
