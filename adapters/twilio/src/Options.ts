/**
 * The settings of an account with Twilio.
 */
import type { CarrierPace } from "@signalbox/core/Carrier"
import * as HttpClient from "@signalbox/http-carrier/HttpClient"
import * as Settings_ from "@signalbox/http-carrier/Settings"
import * as Schema from "effect/Schema"
import * as Rates from "./Rates.ts"

const sid = (prefix: string) =>
  Settings_.text(
    (each) => new RegExp(`^${prefix}[0-9a-fA-F]{32}$`).test(each),
    `must be ${prefix} and 32 hexadecimal digits`
  )

const isPlain = (url: string): boolean => URL.canParse(url) && !/[?#]/.test(url) && /^https?:/.test(url)

/** The channels that Twilio's messages go out on. */
export const Channel = Schema.Literals(["sms", "mms", "whatsapp"])
export type Channel = typeof Channel.Type

const Channels = Schema.Array(Channel).check(
  Schema.makeFilter((each: ReadonlyArray<Channel>) => each.length > 0, { message: "must name a channel" })
)

const Tokens = Schema.Array(Settings_.token).check(
  Schema.makeFilter((each: ReadonlyArray<unknown>) => each.length > 0, { message: "must have a token" })
)

/** Times are in milliseconds. */
export const Options = Schema.Struct({
  /** The id of the carrier in routing rules; `twilio` unless given. */
  id: Schema.optionalKey(Settings_.CarrierId),
  accountSid: sid("AC"),
  /** The token by which callbacks are verified, and requests without an API key. Of several, the first one makes requests. */
  authToken: Schema.Union([Settings_.token, Tokens]),
  /** An API key, by which requests are made in the place of the token. */
  apiKey: Schema.optionalKey(Schema.Struct({ sid: sid("SK"), secret: Settings_.token })),
  /** The URL by which Twilio reaches `/carriers/{id}` of this service, whatever proxies lie between them. */
  publicUrl: Settings_.text(isPlain, "must be a URL with http or https, without a query"),
  /** `sms` unless given. */
  channels: Schema.optionalKey(Channels),
  /** The service whose senders are for messages that have none of their own. */
  messagingServiceSid: Schema.optionalKey(sid("MG")),
  /** Senders of accounts that are others with Twilio, such as the id of a number that WhatsApp gave. */
  senders: Schema.optionalKey(Schema.Record(Schema.String, Settings_.filled)),
  /** The contents of WhatsApp templates by name, or by name and language (`order/en_US`). */
  contents: Schema.optionalKey(Schema.Record(Schema.String, sid("HX"))),
  /** How fast Twilio takes messages, over all nodes, or the kind of sender whose published rate that is. */
  pace: Schema.optionalKey(Schema.Union([Rates.Kind, Settings_.Pace])),
  /** How long a message may take until it is Unanswered; 30 seconds unless given. */
  answersWithin: Schema.optionalKey(Settings_.millis),
  /** The classes of failure that codes stand for, where the account sees them otherwise: `{ "30008": "handset_unreachable" }`. */
  failures: Schema.optionalKey(Settings_.Failures),
  /** The answer to a receipt about a message that nobody knows: `again`, unless given, lets Twilio repeat it. */
  unknownReceipts: Schema.optionalKey(Schema.Literals(["again", "taken"])),
  /** Where the API is, such as one of Twilio's regions; `https://api.twilio.com` unless given. */
  baseUrl: Schema.optionalKey(HttpClient.Url),
  /** The connections to the API. */
  http: Schema.optionalKey(HttpClient.Options)
})
export type Options = typeof Options.Type

type Defaulted =
  | "id"
  | "channels"
  | "senders"
  | "contents"
  | "answersWithin"
  | "failures"
  | "unknownReceipts"
  | "baseUrl"
  | "http"

/** The options with nothing left open. */
export interface Settings extends Required<Pick<Options, Defaulted>> {
  readonly accountSid: string
  readonly publicUrl: string
  readonly messagingServiceSid: string | null
  readonly pace: CarrierPace
  /** The value of the header Authorization. */
  readonly authorization: () => string
  /** The tokens that may have signed a callback. */
  readonly authTokens: () => ReadonlyArray<string>
}

/** How much sooner than the message a request gives up, so that its outcome is still told. */
const margin = 1000

/**
 * Fills in what is not given. The secrets are behind functions, so that nothing that prints settings shows them.
 *
 * @throws TypeError that names each setting that is not as it should be, and no value
 */
export const check = (given: Options): Settings => {
  const { accountSid, apiKey, authToken, channels = ["sms"], messagingServiceSid = null, pace, publicUrl, ...others } =
    Settings_.check("twilio", Options, given)
  const { answersWithin = 30_000, http = {} } = others
  const tokens = [authToken].flat()
  const [name, secret] = apiKey === undefined ? [accountSid, tokens[0]!] : [apiKey.sid, apiKey.secret]
  return {
    id: "twilio",
    senders: {},
    contents: {},
    failures: {},
    unknownReceipts: "again",
    baseUrl: "https://api.twilio.com",
    ...others,
    answersWithin,
    http: { timeout: Math.max(answersWithin - margin, answersWithin / 2), ...http },
    accountSid,
    publicUrl,
    channels,
    messagingServiceSid,
    pace: pace === undefined ? Rates.usual(channels) : typeof pace === "string" ? Rates.published[pace] : pace,
    authorization: () => `Basic ${Buffer.from(`${name}:${Settings_.reveal(secret)}`).toString("base64")}`,
    authTokens: () => tokens.map(Settings_.reveal)
  }
}
