import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const contract = "http/contract/node-memory"

const inHttp = (file: string, find: string, replace: string): Mutation => ({
  area: "legacy",
  file: `packages/http/src/${file}`,
  find,
  replace,
  tests: [contract]
})

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "legacy",
    "legacy/QuickMessage.ts",
    "toSeconds(consulted).slice(0, 10)",
    "toSeconds(consulted).slice(0, 7)",
    "core/service/Legacy"
  ),
  core("legacy", "legacy/QuickMessage.ts", "${caller.account.id}/", "", "core/service/Legacy"),
  core("legacy", "legacy/QuickMessage.ts", "day - consulted % day", "day", "core/service/Legacy"),
  core("legacy", "legacy/QuickMessage.ts", "ceiling: Limit.quickMessagesPerDay", "ceiling: null", contract),
  core("legacy", "legacy/LegacyPaging.ts", "page: page + 1", "page: page", contract),
  core("legacy", "legacy/LegacyPaging.ts", "page: page - 1", "page", contract),
  core("legacy", "legacy/Translation.ts", "[field(name), said]", "[name, said]", contract),
  core(
    "legacy",
    "legacy/LegacySends.ts",
    "contact?.account === caller.account.id && isVisible(contact)",
    "contact !== null && contact !== undefined",
    contract
  ),
  inHttp("steps/Scope.ts", "if (!Uuid.is(sender)) return Effect.fail(reject(\"AUTH_003\"))", ""),
  inHttp("steps/Scope.ts", "sender === account.id ? Effect.void", "sender !== \"\" ? Effect.void"),
  inHttp(
    "legacy/LegacyRoute.ts",
    "answer.outcome?.part === \"data\" ? answer.outcome.json : Envelope.encode(answer)",
    "Envelope.encode(answer)"
  )
]
