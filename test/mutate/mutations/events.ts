import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core("events", "message/MessageEvent.ts", "\"message.routed\",\n", "", "core/MessageEvent"),
  core("events", "message/MessageEvent.ts", "template_id: message.template?.id ?? null,\n", "", "core/MessageEvent")
]
