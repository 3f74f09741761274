import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "isolation",
    "message/OwnMessage.ts",
    "message?.account === caller.account.id ? message : null",
    "message ?? null",
    "http/isolation"
  ),
  core(
    "isolation",
    "accept/TemplateChoice.ts",
    "template.account === account ? template : null",
    "true ? template : null",
    "http/isolation"
  ),
  core(
    "isolation",
    "legacy/LegacySends.ts",
    "contact?.account === caller.account.id && isVisible(contact) ? contact : null",
    "contact?.account !== undefined && isVisible(contact) ? contact : null",
    "http/isolation"
  )
]
