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
  core("isolation", "user/Roster.ts", "user === null || user.account !== account", "user === null", "http/isolation"),
  {
    area: "isolation",
    file: "packages/http/src/steps/Scope.ts",
    find: "profile === null || !mayActAs(profile, account.id, requirements)",
    replace: "profile === null",
    tests: ["http/isolation"]
  },
  core(
    "isolation",
    "accept/TemplateChoice.ts",
    "template.account === account ? template : null",
    "true ? template : null",
    "http/isolation"
  ),
  core(
    "isolation",
    "template/ReadTemplates.ts",
    "template === null || template.account !== caller.account.id",
    "template === null",
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
