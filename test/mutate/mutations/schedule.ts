import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("schedule", "accept/SendBody.ts", "at - now >= Limit", "at - now > Limit", "core/accept/AcceptScheduled"),
  core("schedule", "accept/SendBody.ts", "at - now <= Limit", "at - now < Limit", "core/accept/AcceptScheduled"),
  core(
    "schedule",
    "accept/Accept.ts",
    "DispatchWork.due(message, send.scheduledAt ?? moment.now)",
    "DispatchWork.due(message, moment.now)",
    "core/accept/AcceptScheduled"
  ),
  core("schedule", "value/Timestamp.ts", "(sign === \"-\" ? -1 : 1)", "1", "core/value/Timestamp"),
  core(
    "schedule",
    "message/MessageEvent.ts",
    "message.scheduledAt !== null && MessageState.showsSchedule(message.status)",
    "message.scheduledAt !== null",
    "core/accept/AcceptScheduled"
  )
]
