/**
 * A provider as data: how a message is handed over, what its answers and callbacks mean, and how it signs.
 */
import { FailureClass } from "@signalbox/core/FailureClass"
import * as Schema from "effect/Schema"
import * as HttpClient from "./HttpClient.ts"
import * as Settings from "./Settings.ts"
import * as Template from "./Template.ts"

const optional = Schema.optionalKey

const list = <S extends Schema.Constraint>(item: S) => Schema.Array(item)

/** The name of a header. */
const HeaderName = Settings.text((each) => /^[A-Za-z0-9-]{1,64}$/.test(each), "must be the name of a header")

/** The steps to a place in JSON, such as `data.payload.to.0.status`. */
const Path = Settings.text((each) => each.length <= 200, "must be a path such as data.0.id")

const message = `may only have the placeholders ${Object.keys(Template.values).map((name) => `{${name}}`).join(", ")}`

const isKnown = (template: unknown): boolean => Template.unknown(template).length === 0

const TemplateText = Schema.String.check(Schema.makeFilter(isKnown, { message }))

/** Values of any characters would break a header, so only a few may stand there. */
const PlainText = TemplateText.check(
  Schema.makeFilter(Template.isPlain, {
    message: "may only have the placeholders {attempt}, {message}, {account}, {channel}, {to}, {toDigits}"
  })
)

const TemplateJson = Schema.Unknown.check(
  Schema.makeFilter((each: unknown) => typeof each === "object" && each !== null, { message: "must be an object" }),
  Schema.makeFilter(isKnown, { message })
)

const TemplateUrl = PlainText.check(
  Schema.makeFilter((each: string) => Schema.is(HttpClient.Url)(each), { message: "must be a URL with http or https" })
)

/** How the provider knows us. Without it nothing is added. */
const Auth = Schema.Union([
  Schema.Struct({ bearer: Settings.token }),
  Schema.Struct({ user: Settings.filled, password: Settings.secret(() => true, "must be a text") }),
  Schema.Struct({ header: HeaderName, secret: Settings.token })
])

const Request = Schema.Struct({
  /** POST unless given. */
  method: optional(Schema.Literals(["POST", "PUT", "GET"])),
  url: TemplateUrl,
  auth: optional(Auth),
  headers: optional(Schema.Record(HeaderName, PlainText)),
  /** The body as JSON. */
  json: optional(TemplateJson),
  /** The body as a form. */
  form: optional(Schema.Record(Schema.String, TemplateText)),
  /** The query of the URL. */
  query: optional(Schema.Record(Schema.String, TemplateText))
})

const Meaning = Schema.Union([FailureClass, Schema.Literals(["busy", "busyRecipient", "unanswered", "accepted"])])

const Answer = Schema.Struct({
  /** Where the provider's own name of the message stands. A list of them names the parts. Without it receipts say the attempt. */
  id: optional(Path),
  /** For providers that answer 200 to everything: the value that says that the message was taken. */
  accepted: optional(Schema.Struct({ at: Path, values: list(Schema.String) })),
  /** Where the code of an error and its words stand. */
  code: optional(Path),
  text: optional(Path),
  /** The codes of errors and their meanings. A code that is not known counts by the HTTP status. */
  codes: optional(Schema.Record(Schema.String, Meaning)),
  /** HTTP statuses whose meaning differs from the usual one. */
  statuses: optional(Schema.Record(Schema.String, Meaning)),
  /** Codes by which the provider says that the recipient has opted out with it. */
  optOuts: optional(list(Schema.String))
})

/** The values that events of a kind have, by their places. */
const When = Schema.Record(Path, list(Schema.String))

const Receipts = Schema.Struct({
  when: optional(When),
  /** Where the provider's name of the message stands; or `attempt` and `message`, where the provider brings ours back. */
  id: optional(Path),
  attempt: optional(Path),
  message: optional(Path),
  state: Path,
  /** The states that are the end of something. Others are taken and mean nothing. */
  states: Schema.Record(Schema.String, Schema.Literals(["delivered", "read", "failed"])),
  code: optional(Path),
  text: optional(Path),
  codes: optional(Settings.Failures),
  /** A time in ISO 8601, or in seconds or milliseconds since 1970. */
  at: optional(Path),
  price: optional(Schema.Struct({ amount: Path, currency: Path })),
  /** Codes by which the provider says that the recipient has opted out with it, and where both numbers stand. */
  optOuts: optional(Schema.Struct({ codes: list(Schema.String), own: Path, recipient: Path }))
})

const Inbound = Schema.Struct({
  when: optional(When),
  id: Path,
  from: Path,
  to: Path,
  text: Path,
  /** `sms` unless given. With `media`, a message that has files is an MMS where the carrier has that channel. */
  channel: optional(Schema.Literals(["sms", "mms", "whatsapp", "rcs"])),
  media: optional(Schema.Struct({ list: Path, url: Path, mimeType: optional(Path), sizeBytes: optional(Path) }))
})

const Timestamp = Schema.Struct({
  /** The header with the time in seconds since 1970. */
  header: HeaderName,
  /** How far it may be from now, in milliseconds; 5 minutes unless given. */
  tolerance: optional(Settings.millis)
})

/** The signed text: `{body}`, `{timestamp}`, `{url}` and `{method}` stand for themselves. `{body}` unless given. */
const Signed = Settings.text((each) => /\{body\}/.test(each), "must contain {body}")

const shared = {
  header: HeaderName,
  signed: optional(Signed),
  timestamp: optional(Timestamp),
  /** `hex` for HMAC and `base64` for Ed25519 unless given. */
  encoding: optional(Schema.Literals(["hex", "base64", "base64url"])),
  /** Text that stands before the signature, such as `sha256=`. */
  prefix: optional(Schema.String)
}

const SignatureOf = Schema.Union([
  Schema.Struct({
    ...shared,
    hmac: Schema.Literals(["sha1", "sha256", "sha512"]),
    secret: Settings.secret((each) => each !== "", "must not be empty")
  }),
  Schema.Struct({
    ...shared,
    ed25519: Settings.ed25519
  }),
  /** The provider repeats a secret in a header. */
  Schema.Struct({ header: HeaderName, secret: Settings.secret((each) => each !== "", "must not be empty") }),
  /** The provider repeats a secret in the query. */
  Schema.Struct({ query: Settings.filled, secret: Settings.secret((each) => each !== "", "must not be empty") }),
  /** Whoever knows the address is believed. */
  Schema.Literal("none")
])

const fields = {
  id: Settings.CarrierId,
  channels: Settings.Channels,
  request: Request,
  answer: optional(Answer),
  /** How the body of callbacks is written; `json` unless given. `query` reads the URL. */
  callbacks: optional(Schema.Struct({
    format: optional(Schema.Literals(["json", "form", "query"])),
    /** Where the events of a callback stand; the whole is one event unless given. */
    events: optional(Path),
    response: optional(Schema.Struct({ status: Settings.whole(200, 299), body: Schema.String }))
  })),
  receipts: optional(Receipts),
  inbound: optional(Inbound),
  signature: optional(SignatureOf),
  /** The address at which the provider calls back, as `{callback}` and `{url}`. */
  publicUrl: optional(HttpClient.Url),
  /**
   * Whether the provider knows a repeated attempt again, by a header or a field that has `{attempt}`, and sends it once.
   * Then a lost answer, and a 5xx, is asked again. False unless given.
   */
  isIdempotent: optional(Schema.Boolean),
  pace: optional(Settings.Pace),
  /** How long nothing is sent after "busy" without Retry-After, in milliseconds; 1 second unless given. */
  pause: optional(Settings.millis),
  answersWithin: optional(Settings.millis),
  choosesSender: optional(Schema.Boolean),
  unknownReceipts: optional(Schema.Literals(["again", "taken"])),
  http: optional(HttpClient.Options)
}

type Fields = Schema.Struct<typeof fields>["Type"]

const rule = (holds: (description: Fields) => boolean, message: string) => Schema.makeFilter(holds, { message })

export const Description = Schema.Struct(fields).check(
  rule(
    ({ request: { form, json } }) => json === undefined || form === undefined,
    "there may be request.json or request.form, and not both"
  ),
  rule(
    ({ inbound, receipts, signature }) => (receipts === undefined && inbound === undefined) || signature !== undefined,
    "there must be a signature where there are receipts or inbound; \"none\" believes everybody"
  ),
  rule(
    ({ receipts: { attempt, id, message } = { attempt: "", message: "" } }) =>
      id !== undefined || (attempt !== undefined && message !== undefined),
    "there must be receipts.id, or receipts.message and receipts.attempt"
  )
)
export type Description = typeof Description.Type
