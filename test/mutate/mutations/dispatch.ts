import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "dispatch",
    "dispatch/Dispatch.ts",
    "{ relied: [outlook.contactRelied], spends: route.spends",
    "{ spends: route.spends",
    "core/Engine"
  ),
  core("dispatch", "dispatch/Gate.ts", "balance < price", "balance <= price", "core/Gate"),
  core(
    "dispatch",
    "dispatch/Routing.ts",
    "\"whatsapp\", \"rcs\", \"sms\", \"mms\"]",
    "\"rcs\", \"whatsapp\", \"sms\", \"mms\"]",
    "core/Routing"
  ),
  core("dispatch", "dispatch/Routing.ts", ">= Limit.routesPerSend", "> Limit.routesPerSend", "core/Routing"),
  core("dispatch", "dispatch/Segment.ts", "used + width > split", "used + width >= split", "core/Segment"),
  core("dispatch", "dispatch/Segment.ts", "\"\\f^{}\\\\[~]|€\"", "\"\\f^{}\\\\[~]|\"", "core/Segment"),
  core("dispatch", "dispatch/Price.ts", "found.price * segments", "found.price", "core/Price"),
  core(
    "dispatch",
    "dispatch/Sender.ts",
    "own.country === region) ?? able[0]",
    "own.country === region)",
    "core/Sender"
  )
]
