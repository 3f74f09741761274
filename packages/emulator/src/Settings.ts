/**
 * What the environment says: `PORT`, `HOST`, `API_KEY`.
 */
import { Mint } from "@signalbox/core/commit/Mint"
import * as Uuid from "@signalbox/core/value/Uuid"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

export interface Settings {
  readonly port: number
  readonly host: string
  readonly apiKey: string
}

/** 0 takes any free port. */
const Port = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))

const ApiKey = Schema.String.check(Schema.makeFilter(Uuid.is, { expected: "a UUID" }))

export const load = Effect.gen(function*() {
  const mint = yield* Mint
  const port = yield* Config.schema(Port, "PORT").pipe(Config.withDefault(3000))
  const host = yield* Config.NonEmptyString("HOST").pipe(Config.withDefault("127.0.0.1"))
  const apiKey = yield* Config.option(Config.schema(ApiKey, "API_KEY"))
  return { port, host, apiKey: Option.getOrElse(apiKey, () => mint.apiKey()) } satisfies Settings
})
