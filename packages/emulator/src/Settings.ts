/**
 * What the environment says: `PORT`, `HOST`, `API_KEY`, `DATABASE_URL`.
 */
import { Mint } from "@signalbox/core/commit/Mint"
import { StoreError } from "@signalbox/core/port/Store"
import * as Uuid from "@signalbox/core/value/Uuid"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

export interface Settings {
  readonly port: number
  readonly host: string
  readonly apiKey: string
  /** Null: storage in memory. */
  readonly databaseUrl: Redacted.Redacted | null
}

/** 0 takes any free port. */
const Port = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))

const ApiKey = Schema.String.check(Schema.makeFilter(Uuid.is, { expected: "a UUID" }))

/** What went wrong, in one line and without secrets. */
export const explain = (error: unknown): string => {
  const text = error instanceof StoreError
    ? `DATABASE_URL: the database cannot be used (${reason(error.cause)})`
    : error instanceof Error
    ? error.message
    : String(error)
  return text.replaceAll(/\s+/g, " ")
}

/** The innermost cause says what happened; what is around it only says where. */
const reason = (cause: unknown): string => {
  let [text, inner] = ["no reason is known", cause]
  for (let depth = 0; depth < 8 && typeof inner === "object" && inner !== null; depth++) {
    if ("message" in inner && typeof inner.message === "string" && inner.message !== "") text = inner.message
    inner = "cause" in inner ? inner.cause : "reason" in inner ? inner.reason : null
  }
  return text
}

export const load = Effect.gen(function*() {
  const mint = yield* Mint
  const port = yield* Config.schema(Port, "PORT").pipe(Config.withDefault(3000))
  const host = yield* Config.NonEmptyString("HOST").pipe(Config.withDefault("127.0.0.1"))
  const apiKey = yield* Config.option(Config.schema(ApiKey, "API_KEY"))
  const databaseUrl = yield* Config.option(Config.Redacted("DATABASE_URL"))
  return {
    port,
    host,
    apiKey: Option.getOrElse(apiKey, () => mint.apiKey()),
    databaseUrl: Option.getOrNull(databaseUrl)
  } satisfies Settings
})
