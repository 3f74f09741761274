/**
 * The settings of the numbers of one WhatsApp Business Account.
 */
import type { CarrierPace } from "@signalbox/core/Carrier"
import * as HttpClient from "@signalbox/http-carrier/HttpClient"
import * as Settings_ from "@signalbox/http-carrier/Settings"
import { CarrierId, filled, millis, Pace, secret, text, whole } from "@signalbox/http-carrier/Settings"
import * as Schema from "effect/Schema"

const optional = Schema.optionalKey

/** An id that Meta gives. */
const MetaId = text((id) => /^\d{1,32}$/.test(id), "must be the digits of an id of Meta")

const Secret = secret((each) => each !== "" && each.length <= 1000, "must not be empty")

const Token = secret((each) => /^[\x21-\x7e]{1,2000}$/.test(each), "must be printable ASCII without spaces")

/** Brings an example of a header's file to Meta, and returns the handle that Meta has given it. */
export type HeaderHandle = (media: { readonly type: string; readonly url: string }) => Promise<string>

const call = Schema.declare<HeaderHandle>((value): value is HeaderHandle => typeof value === "function")

export const Options = Schema.Struct({
  /** The id of the carrier in routing rules, and in the path of its webhook; `whatsapp` unless given. */
  id: optional(CarrierId),
  /** Of a system user with the permissions whatsapp_business_messaging and, for reviews, whatsapp_business_management. */
  accessToken: Token,
  /** The secret of the app, by which Meta signs webhooks; several while it is replaced. */
  appSecret: Schema.Union([Secret, Schema.NonEmptyArray(Secret)]),
  /** Meta shows it when the webhook is set up. */
  verifyToken: Secret,
  /** The id of the number that messages go out from whose sender has no entry in `phoneNumberIds`, and is no id itself. */
  phoneNumberId: optional(MetaId),
  /** The ids of the numbers that accounts send from: `{ "+15550783881": "106540352242922" }`. */
  phoneNumberIds: optional(Schema.Record(Schema.String, MetaId)),
  /** By ids of numbers, the accounts that have what is written there. Unless given, the account that has the number. */
  accounts: optional(Schema.Record(Schema.String, filled)),
  /** The id of the WhatsApp Business Account in which templates are reviewed. */
  businessAccount: optional(MetaId),
  /**
   * How templates are called at Meta: `own` names have the id and the revision of the template, and `plain` ones are its
   * name alone. `own` with a `businessAccount`, and `plain` without one.
   */
  templateNames: optional(Schema.Literals(["own", "plain"])),
  /**
   * Where Meta's verdicts count: on WhatsApp alone, while every other channel is approved, or for the template on all of its
   * channels; `whatsapp` unless given.
   */
  reviews: optional(Schema.Literals(["whatsapp", "template"])),
  /** Without it a new template with a file in its header is rejected, unless Meta has it already. */
  headerHandle: optional(call),
  /** How long it takes until Meta is asked again about a template in review, in milliseconds; 15 minutes unless given. */
  reviewEvery: optional(whole(1000, 86_400_000)),
  /** The version of the Graph API; `v23.0` unless given. */
  version: optional(text((each) => /^v\d{1,3}\.\d{1,2}$/.test(each), "must be a version such as v23.0")),
  /** Where the Graph API is; `https://graph.facebook.com` unless given. */
  url: optional(HttpClient.Url),
  /** How fast messages go out, over all nodes; 80 a second and 100 in flight unless given. Null: as fast as they come. */
  pace: optional(Schema.NullOr(Pace)),
  /** How long a message may take in all, in milliseconds; 30 seconds unless given. */
  answersWithin: optional(millis),
  /** Whether links in texts without a template are shown with a preview; false unless given. */
  previewsLinks: optional(Schema.Boolean),
  /** Whether what comes in is marked as read once it is stored; false unless given. */
  marksRead: optional(Schema.Boolean),
  http: optional(HttpClient.Options)
})
export type Options = typeof Options.Type

/** The options with nothing left open. */
export interface Settings {
  readonly id: string
  readonly accessToken: Settings_.Secret
  readonly appSecrets: ReadonlyArray<Settings_.Secret>
  readonly verifyToken: Settings_.Secret
  readonly phoneNumberId: string | null
  readonly phoneNumberIds: Readonly<Record<string, string>>
  readonly accounts: Readonly<Record<string, string>>
  readonly businessAccount: string | null
  readonly templateNames: "own" | "plain"
  readonly reviews: "whatsapp" | "template"
  readonly headerHandle: HeaderHandle | null
  readonly reviewEvery: number
  /** Where requests go: `https://graph.facebook.com/v23.0`. */
  readonly api: string
  readonly pace: CarrierPace | null
  readonly answersWithin: number
  readonly previewsLinks: boolean
  readonly marksRead: boolean
  readonly http: HttpClient.Options
}

/** The version whose published schema the tests hold the requests against. */
export const defaultVersion = "v23.0"

/** The throughput that Meta publishes for a number. */
const publishedPace: CarrierPace = { perSecond: 80, inFlight: 100 }

/**
 * Fills in what is not given.
 *
 * @throws TypeError that names each setting that is not as it should be, and quotes none
 */
export const check = (options: Options): Settings => {
  const given = Settings_.check("whatsapp", Options, options)
  const { appSecret, businessAccount = null, url = "https://graph.facebook.com", version = defaultVersion } = given
  return {
    id: given.id ?? "whatsapp",
    accessToken: given.accessToken,
    appSecrets: Array.isArray(appSecret) ? appSecret : [appSecret as Settings_.Secret],
    verifyToken: given.verifyToken,
    phoneNumberId: given.phoneNumberId ?? null,
    phoneNumberIds: given.phoneNumberIds ?? {},
    accounts: given.accounts ?? {},
    businessAccount,
    templateNames: given.templateNames ?? (businessAccount === null ? "plain" : "own"),
    reviews: given.reviews ?? "whatsapp",
    headerHandle: given.headerHandle ?? null,
    reviewEvery: given.reviewEvery ?? 15 * 60_000,
    api: `${url.replace(/\/+$/, "")}/${version}`,
    pace: given.pace === undefined ? publishedPace : given.pace,
    answersWithin: given.answersWithin ?? 30_000,
    previewsLinks: given.previewsLinks ?? false,
    marksRead: given.marksRead ?? false,
    http: given.http ?? {}
  }
}
