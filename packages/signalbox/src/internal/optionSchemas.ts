/**
 * Schemas of the options.
 */
import * as AddressRule from "@signalbox/core/AddressRule"
import * as Answer from "@signalbox/core/Answer"
import { Channel } from "@signalbox/core/Channel"
import * as Limit from "@signalbox/core/Limit"
import * as ConnectionUrl from "@signalbox/postgres/ConnectionUrl"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const optional = Schema.optionalKey

const text = (holds: (text: string) => boolean, message: string) =>
  Schema.String.check(Schema.makeFilter(holds, { message }))

const fits = (pattern: RegExp, message: string) => text((each) => pattern.test(each), message)

const value = (holds: (value: unknown) => boolean, message: string) =>
  Schema.Unknown.check(Schema.makeFilter(holds, { message }))

const call = value((each) => typeof each === "function", "must be a function")

const isReviewerLayer = (each: unknown): boolean =>
  typeof each === "object" && each !== null && Reflect.get(each, "kind") === "reviewer-layer" &&
  Layer.isLayer(Reflect.get(each, "layer"))

const amount = (most: number) => {
  const message = `must be a number above 0 and at most ${most}`
  return Schema.Finite.check(Schema.makeFilter((each: number) => each > 0 && each <= most, { message }))
}

const list = <S extends Schema.Constraint>(item: S) => Schema.Array(item)

/** Above this a timer of the runtime would run out immediately. */
const longest = 2_147_483_647

const carrier = {
  id: fits(/^[a-z0-9][a-z0-9-]{0,63}$/, "must be 1 to 64 small letters, digits and hyphens, such as \"acme-eu\""),
  channels: list(Channel).check(
    Schema.makeFilter((each: ReadonlyArray<unknown>) => each.length > 0, { message: "must name a channel" })
  )
}

export const CarrierLayer = Schema.Struct({
  kind: Schema.Literal("carrier-layer"),
  ...carrier,
  layer: value(Layer.isLayer, "must be a Layer of Effect, of the same version as the service's")
})

export const Carrier = Schema.Struct({
  kind: value((each) => each === "carrier", "must be made with carrier({ ... })"),
  ...carrier,
  submit: call,
  callback: optional(call),
  choosesSender: optional(Schema.Boolean),
  pace: optional(Schema.Unknown),
  answersWithin: optional(amount(longest)),
  repeat: optional(Schema.Literals(["once", "never"]))
})

export const Pace = Schema.Struct({ perSecond: amount(1_000_000), inFlight: amount(1_000_000) })

export const Webhooks = Schema.Struct({
  allow: optional(
    list(text(AddressRule.isRange, "must be a range of addresses such as \"127.0.0.0/8\" or \"::1/128\""))
  ),
  maxSockets: optional(
    Schema.Int.check(Schema.makeFilter((each: number) => each >= 4 && each <= 65_536, {
      message: "must be between 4 and 65536"
    }))
  )
})

const bytes = Schema.Int.check(
  Schema.makeFilter((each: number) => each >= 1, { message: "must be a whole number above 0" })
)

export const Limits = Schema.Struct({ unreadBytes: optional(bytes), allUnreadBytes: optional(bytes) })

const within = ({ maximum, minimum }: { readonly maximum: number; readonly minimum: number }) =>
  optional(Schema.Int.check(
    Schema.makeFilter((each: number) => each >= minimum && each <= maximum, {
      message: `must be a whole number from ${minimum} to ${maximum}`
    })
  ))

const share = optional(Schema.NullOr(
  Schema.Finite.check(
    Schema.makeFilter((each: number) => each > 0 && each <= 1, { message: "must be a number above 0 and at most 1" })
  )
))

export const CarrierHealth = Schema.Struct({
  slowSeconds: within(Limit.carrierHealth.slowSeconds),
  slowShare: share,
  failedShare: share,
  minimum: within(Limit.carrierHealth.minimum),
  windowMinutes: within(Limit.carrierHealth.windowMinutes),
  step: within(Limit.carrierHealth.step),
  slowStepMinutes: within(Limit.carrierHealth.slowStepMinutes),
  failedStepMinutes: within(Limit.carrierHealth.failedStepMinutes),
  restMinutes: within(Limit.carrierHealth.restMinutes),
  probes: within(Limit.carrierHealth.probes),
  reportSeconds: within(Limit.carrierHealth.reportSeconds)
})

export const NumberLookup = Schema.Struct({
  find: call,
  cost: optional(Schema.Finite.check(
    Schema.makeFilter((each: number) => each >= 0, { message: "must be a number of at least 0" })
  )),
  keepHours: within(Limit.lookupHours)
})

export const Memory = Schema.Struct({ kind: Schema.Literal("memory") })

export const Sqlite = Schema.Struct({
  kind: Schema.Literal("sqlite"),
  file: text((each) => each !== "" && each !== ":memory:" && !each.includes("\0"), "must be the path of a file"),
  missingLog: optional(Schema.Literals(["refuse", "accept"]))
})

const isPool = (each: unknown): boolean =>
  typeof each === "object" && each !== null && "connect" in each && typeof each.connect === "function"

const example = "a URL such as \"postgres://user:password@host:5432/database\""

/** The filter's words for what is wrong; true when nothing is. */
const isDatabase = (each: unknown): string | true => {
  if (isPool(each)) return true
  if (typeof each !== "string") return `must be ${example}, or a pool of pg`
  return Result.match(ConnectionUrl.parse(each), {
    onFailure: (flaw) => `must be ${example}, or a pool of pg: this one ${flaw}`,
    onSuccess: () => true
  })
}

export const Postgres = Schema.Struct({
  kind: Schema.Literal("postgres"),
  database: Schema.Unknown.check(Schema.makeFilter(isDatabase)),
  schema: optional(
    fits(/^(?!pg_).{1,63}$/u, "must be the name of a schema of 1 to 63 characters, and not begin with pg_")
  ),
  migrate: optional(Schema.Literals(["auto", "check"])),
  pooler: optional(Schema.Boolean),
  maxConnections: optional(
    Schema.Int.check(Schema.makeFilter((each: number) => each >= 2 && each <= 1000, {
      message: "must be between 2 and 1000"
    }))
  )
})

export const Cells = Schema.Struct({
  kind: Schema.Literal("cells"),
  cells: Schema.Record(Schema.String, Schema.Unknown),
  place: call,
  directory: optional(Schema.String)
})

const isTracer = (each: unknown): boolean =>
  typeof each === "object" && each !== null && "startSpan" in each && typeof each.startSpan === "function"

const secretKey = /^[\w.-]{1,64}:[A-Za-z0-9+/]{43}=$/

export const Options = Schema.Struct({
  storage: Schema.Unknown,
  carriers: list(Schema.Unknown),
  review: optional(value(
    (each) => typeof each === "function" || isReviewerLayer(each),
    "must be a function, or a Layer of Effect that a package makes, of the same version as the service's"
  )),
  rates: optional(list(Schema.Unknown)),
  billing: optional(Schema.Boolean),
  rules: optional(list(Schema.Unknown)),
  costs: optional(list(Schema.Unknown)),
  carrierHealth: optional(Schema.Unknown),
  numberLookup: optional(Schema.Unknown),
  webhooks: optional(Schema.Unknown),
  secretKeys: optional(text(
    (each) => each.split(",").every((key) => secretKey.test(key.trim())),
    "must be \"id:base64\" with 32 bytes in base64; `openssl rand -base64 32` makes them"
  )),
  node: optional(fits(/^[\x21-\x7e]{1,200}$/, "must be 1 to 200 characters of printable ASCII without spaces")),
  work: optional(Schema.Union([Schema.Boolean, Schema.Array(Schema.String)])),
  basePath: optional(fits(
    /^(?:\/[\w.~-]+)*$/,
    "must be a path that begins with a slash and ends without one, such as \"/messaging\""
  )),
  limits: optional(Schema.Unknown),
  openapi: optional(Schema.Boolean),
  docs: optional(Schema.Boolean),
  docsUrl: optional(
    text(Answer.isDocsBase, "must be a URL such as \"https://docs.example.com\", without a query and a fragment")
  ),
  health: optional(Schema.Boolean),
  log: optional(value((each) => each === false || typeof each === "function", "must be a function, or false")),
  logLevel: optional(Schema.Literals(["debug", "info", "warn", "error"])),
  onError: optional(call),
  tracer: optional(
    value(isTracer, "must be a Tracer of @opentelemetry/api, as trace.getTracer(\"signalbox\") returns it")
  )
})
