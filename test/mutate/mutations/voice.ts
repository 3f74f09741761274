import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const inHttp = (file: string, find: string, replace: string, test: string): Mutation => ({
  area: "voice",
  file: `packages/http/src/steps/${file}`,
  find,
  replace,
  tests: [test]
})

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "voice",
    "voice/MakeVoiceToken.ts",
    "if (secret === null) return",
    "if (secret === undefined) return",
    "core/voice/VoiceToken"
  ),
  core("voice", "voice/ListCalls.ts", "page.value.calls.length > limit", "false", "core/voice/VoiceToken"),
  inHttp("Rate.ts", "`telemetry:${account.id}:${identity}`", "`telemetry:${account.id}:`", "http/Telemetry"),
  inHttp(
    "Rate.ts",
    "yield* take(gates, request, `telemetry:${account.id}`, all, \"sliding\")",
    "yield* take(gates, request, `telemetry:${account.id}`, all, \"fixed\")",
    "http/Telemetry"
  ),
  inHttp("Authentication.ts", "isToken ? \"AUTH_001\" : \"AUTH_002\"", "\"AUTH_002\"", "http/contract/node-memory")
]
