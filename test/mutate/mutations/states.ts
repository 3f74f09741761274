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
    "if (transition === null) return self",
    "if (transition === undefined) return self",
    "core/History"
  ),
  core(
    "states",
    "message/MessageState.ts",
    "row(\"SENT\", \"rerouted\", \"QUEUED\", \"message.queued\")",
    "row(\"SENT\", \"rerouted\", \"QUEUED\", null)",
    "core/History"
  ),
  core(
    "states",
    "message/MessageState.ts",
    "row(\"QUEUED\", \"taken_up\", \"PROCESSED\", null)",
    "row(\"QUEUED\", \"taken_up\", \"PROCESSED\", \"message.routed\")",
    "core/History"
  ),
  core(
    "states",
    "message/MessageState.ts",
    "row(\"ROUTED\", \"next_candidate\", \"ROUTED\", null)",
    "row(\"ROUTED\", \"next_candidate\", \"ROUTED\", \"message.routed\")",
    "core/History"
  ),
  core(
    "states",
    "message/MessageState.ts",
    "row(\"ROUTED\", \"delivered\", \"DELIVERED\", \"message.delivered\")",
    "row(\"ROUTED\", \"cancelled\", \"CANCELLED\", \"message.cancelled\")",
    "core/History"
  ),
  core(
    "states",
    "message/MessageState.ts",
    "row(\"FAILED\", \"delivered\", \"DELIVERED\", \"message.delivered\")",
    "row(\"FAILED\", \"delivered\", \"DELIVERED\", null)",
    "core/History"
  ),
  core(
    "states",
    "message/MessageState.ts",
    "row(\"FAILED\", \"resent\", \"QUEUED\", \"message.queued\")",
    "row(\"FILTERED\", \"resent\", \"QUEUED\", \"message.queued\")",
    "core/History"
  ),
  core("states", "message/Deliverability.ts", "FILTERED: null", "FILTERED: \"against\"", "core/Deliverability"),
  core("states", "message/Deliverability.ts", "BLOCKED: null", "BLOCKED: \"against\"", "core/Deliverability"),
  core("states", "message/Deliverability.ts", "CANCELLED: null", "CANCELLED: \"against\"", "core/Deliverability"),
  core("states", "message/Deliverability.ts", "FAILED: \"against\"", "FAILED: null", "core/Deliverability")
]
