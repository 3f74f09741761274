/**
 * The settings that the environment gives: `PORT`, `HOST`, `CONTROL_CLIENTS`, `CONTROL_HOSTS`, `API_KEY`,
 * `DATABASE_URL`, `DOCS_URL`, `NETWORK`, `SEED`.
 */
import * as AddressRange from "@signalbox/core/AddressRange"
import { isDocsBase } from "@signalbox/core/Answer"
import { IdGenerator } from "@signalbox/core/IdGenerator"
import { StoreError } from "@signalbox/core/Store"
import * as Uuid from "@signalbox/core/Uuid"
import * as Config from "effect/Config"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import * as SeedFile from "./seed/SeedFile.ts"

export interface Settings {
  readonly port: number
  readonly host: string
  /** Who may use the control besides this machine: nobody, unless the settings name them. */
  readonly control: { readonly clients: ReadonlyArray<string>; readonly hosts: ReadonlyArray<string> }
  /** Null: a seed is given, and no key of its own is wanted. */
  readonly apiKey: string | null
  /** Null: one organization with every channel. */
  readonly seed: SeedFile.SeedFile | null
  /** Null: storage in memory. */
  readonly databaseUrl: Redacted.Redacted | null
  /** The documentation to which the `doc_url` of errors leads; empty: errors have none. */
  readonly docsUrl: string
  /** The place where the simulated networks keep what they took: beside the service's data, or in this process. */
  readonly network: "storage" | "memory"
}

/** 0 takes any free port. */
const Port = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))

const ApiKey = Schema.String.check(Schema.makeFilter(Uuid.is, { expected: "a UUID" }))

const DocsUrl = Schema.String.check(Schema.makeFilter(isDocsBase, { expected: "a URL" }))

/** Returns what went wrong, in one line and without secrets. */
export const explain = (error: unknown): string => {
  const text = error instanceof StoreError
    ? `DATABASE_URL: ${error.message}`
    : error instanceof Error
    ? error.message
    : String(error)
  return text.replaceAll(/\s+/g, " ")
}

/** A value that cannot be used; the message begins with the name of the setting. */
export class SettingError extends Data.TaggedError("SettingError")<{ readonly message: string }> {}

const readSeed = (path: string) =>
  Effect.try({
    try: () => readFileSync(path, "utf8"),
    catch: (error) =>
      new SettingError({
        message: `SEED: ${path} cannot be read (${
          error instanceof Error && "code" in error ? error.code : "no reason"
        })`
      })
  }).pipe(
    Effect.flatMap((text) =>
      Effect.fromResult(Result.mapError(
        SeedFile.parse(text),
        (problems) => new SettingError({ message: `SEED: ${path}: ${problems.join("; ")}` })
      ))
    )
  )

const Range = AddressRange.AddressRange

/** A host as a `Host` header has it, without its port. */
const HostName = Schema.String.check(Schema.isPattern(/^(?:[a-z0-9_-]+\.)*[a-z0-9_-]+$/i))

/** The parts of a text with commas between them; none when the setting is not given. */
const listed = <A extends string>(name: string, part: Schema.Codec<A, unknown>, mustBe: string) =>
  Effect.map(
    read(name, Config.option(Config.String(name)), mustBe),
    (text) => Option.getOrElse(text, () => "").split(",").map((each) => each.trim()).filter((each) => each !== "")
  ).pipe(
    Effect.filterOrFail(
      (parts): parts is Array<A> => parts.every(Schema.is(part)),
      () => new SettingError({ message: `${name}: must be ${mustBe}` })
    )
  )

/** A setting, and what it must be. */
const read = <A>(name: string, config: Config.Config<A>, mustBe: string) =>
  Effect.mapError(config, () => new SettingError({ message: `${name}: must be ${mustBe}` }))

export const load = Effect.gen(function*() {
  const ids = yield* IdGenerator
  const port = yield* read(
    "PORT",
    Config.schema(Port, "PORT").pipe(Config.withDefault(3000)),
    "a whole number from 0 to 65535"
  )
  const host = yield* read(
    "HOST",
    Config.NonEmptyString("HOST").pipe(Config.withDefault("127.0.0.1")),
    "a name or an address of this machine"
  )
  const clients = yield* listed(
    "CONTROL_CLIENTS",
    Range,
    "addresses or ranges such as 172.17.0.0/16, with commas between them"
  )
  const hosts = yield* listed("CONTROL_HOSTS", HostName, "names of hosts without ports, with commas between them")
  const apiKey = yield* read("API_KEY", Config.option(Config.schema(ApiKey, "API_KEY")), "a UUID")
  const databaseUrl = yield* read("DATABASE_URL", Config.option(Config.Redacted("DATABASE_URL")), "a URL")
  const docsUrl = yield* read(
    "DOCS_URL",
    Config.schema(DocsUrl, "DOCS_URL").pipe(Config.withDefault("")),
    "a URL such as https://docs.example.com, without a query and a fragment"
  )
  const network = yield* read(
    "NETWORK",
    Config.schema(Schema.Literals(["storage", "memory"]), "NETWORK").pipe(Config.withDefault("storage" as const)),
    "storage or memory"
  )
  const path = Option.getOrNull(yield* read("SEED", Config.option(Config.NonEmptyString("SEED")), "the path of a file"))
  const seed = path === null ? null : yield* readSeed(path)
  return {
    port,
    host,
    control: { clients, hosts },
    apiKey: Option.getOrElse(apiKey, () => seed === null ? ids.secrets.apiKey() : null),
    seed,
    databaseUrl: Option.getOrNull(databaseUrl),
    docsUrl,
    network
  } satisfies Settings
})
