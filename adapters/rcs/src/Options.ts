/**
 * The settings of RCS Business Messaging.
 */
import type { Submission } from "@signalbox/core/Carrier"
import type { AccountId } from "@signalbox/core/Id"
import type { Addressee } from "@signalbox/core/Inbound"
import * as PhoneNumber from "@signalbox/core/PhoneNumber"
import * as HttpClient from "@signalbox/http-carrier/HttpClient"
import * as Settings from "@signalbox/http-carrier/Settings"
import * as Schema from "effect/Schema"
import * as ServiceAccount from "./ServiceAccount.ts"

const optional = Schema.optionalKey

/** An agent, and whose it is. One without a number and an account sends for every account that has none of its own. */
export const Agent = Schema.Struct({
  id: Settings.text((each) => /^[\w.@-]{1,200}$/.test(each), "must be the id of an agent"),
  /** The account's number that messages come from and that recipients write to. */
  number: optional(Settings.text((each) => PhoneNumber.spelt(each) !== null, "must be a phone number in E.164 form")),
  /** The id of the account. */
  account: optional(Settings.filled)
})
export type Agent = typeof Agent.Type

export const Options = Schema.Struct({
  /** The key file of the service account, as a text: JSON with `client_email` and `private_key`. */
  serviceAccount: Settings.secret(
    (each) => ServiceAccount.read(each) !== null,
    "must be the JSON of a key file, with client_email and the RSA key private_key"
  ),
  /** The token of the webhook, as the console shows it. */
  clientToken: Settings.secret((each) => each !== "", "must not be empty"),
  agents: Schema.Array(Agent).check(
    Schema.makeFilter((each: ReadonlyArray<Agent>) => each.length > 0, { message: "must name an agent" })
  ),
  /** `rcs` unless given. */
  id: optional(Settings.CarrierId),
  /** The region of the platform that is asked; the nearest unless given. */
  region: optional(Schema.Literals(["us", "europe", "asia"])),
  /**
   * Whether each message says what kind of traffic it is, by the category of its template. False unless given: then it is
   * that of the agent.
   */
  trafficTypes: optional(Schema.Boolean),
  /**
   * Whether a device is asked what it can do before a message is handed over, and the message made accordingly. False unless
   * given: then the answer to the message tells whether the recipient has RCS.
   */
  checkFirst: optional(Schema.Boolean),
  pace: optional(Settings.Pace),
  /** How long a message may take in all, in milliseconds; 30 seconds unless given. */
  answersWithin: optional(Settings.millis),
  /** `taken` where others send by the same agents. `again` unless given. */
  unknownReceipts: optional(Schema.Literals(["again", "taken"])),
  http: optional(HttpClient.Options),
  /** The address of the platform, for tests. */
  url: optional(HttpClient.Url)
})
export type Options = typeof Options.Type

/**
 * Returns the options as they are to be.
 *
 * @throws TypeError that names each setting that is not as it should be
 */
export const check = (options: Options): Options => Settings.check("rcs", Options, options)

export const urlOf = ({ region, url }: Options): string =>
  url ?? `https://${region === undefined ? "" : `${region}-`}rcsbusinessmessaging.googleapis.com`

const spelt = (number: string | undefined): string | null => number === undefined ? null : PhoneNumber.spelt(number)

/** Returns the agent that sends a message, or null when there is none for its sender and its account. */
export const agentFor = (agents: ReadonlyArray<Agent>, { account, from }: Submission): Agent | null =>
  agents.find(({ id }) => id === from) ??
    agents.find(({ number }) => from !== null && spelt(number) === from) ??
    agents.find((agent) => agent.account === account) ??
    agents.find((agent) => agent.account === undefined && agent.number === undefined) ?? null

/** Returns whose an agent is. One of which nobody knows it is no number that anybody has. */
export const addresseeOf = (agents: ReadonlyArray<Agent>, id: string): Addressee => {
  const agent = agents.find((each) => each.id === id)
  return agent?.account === undefined
    ? { _tag: "Number", number: (spelt(agent?.number) ?? id) as PhoneNumber.PhoneNumber }
    : { _tag: "Account", account: agent.account as AccountId, sender: agent.number ?? agent.id }
}
