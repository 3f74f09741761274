import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "schedule",
    "accept/Accept.ts",
    "DispatchWork.due(message, send.scheduledAt ?? moment.now)",
    "DispatchWork.due(message, moment.now)",
    "core/accept/AcceptScheduled"
  ),
  core("schedule", "value/Timestamp.ts", "(sign === \"-\" ? -1 : 1)", "1", "core/value/Timestamp")
]
