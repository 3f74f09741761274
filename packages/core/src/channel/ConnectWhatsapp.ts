/**
 * POST /v3/channels/whatsapp: connects a WhatsApp business account. The service finds solution, portfolio and token
 * itself and takes none from clients (specification "Channels", decisions 5.7).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Violation } from "../catalogue/Violation.ts"
import { done } from "../commit/Decision.ts"
import * as Refused from "../commit/Refused.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import type { WhatsAppAccount } from "../row/Profile.ts"
import type { Json } from "../value/Json.ts"
import * as ChannelResource from "./ChannelResource.ts"
import * as ChannelStep from "./ChannelStep.ts"
import * as Connection from "./Connection.ts"
import * as OwnChannels from "./OwnChannels.ts"
import * as ProvisionWork from "./ProvisionWork.ts"

const Body = Schema.Struct({
  waba_id: Field.nonBlank(100),
  phone_number_id: Field.optional(Field.nonBlank(100)),
  sandbox: Field.optional(Schema.Boolean)
})

const businessOf = ({ phone_number_id: phoneNumberId = null, waba_id: wabaId }: typeof Body.Type): WhatsAppAccount => ({
  wabaId,
  phoneNumberId
})

const resolved = ["access_token", "solution_id", "owner_business_id"]

/** Refuses what the service finds itself: a client must not believe that its token was used. */
const secrets = (raw: Json): ReadonlyArray<Violation> =>
  resolved.filter((name) => raw !== null && typeof raw === "object" && name in raw).map((field) => ({
    field,
    code: "VALIDATION_001",
    message: "is found by the service and cannot be given"
  }))

const subject = { channel: "whatsapp" } as const

export const ConnectWhatsapp = Operation.make({
  name: "whatsapp.connect",
  summary: "Connect a WhatsApp business account",
  description: "Connects a WhatsApp business account that was shared, with one of its numbers or without.",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: Body,
  data: ChannelResource.WhatsappResource,
  status: 201,
  refuses: ["RESOURCE_007"],
  role: null,
  scope: "manage",
  tier: "standard",
  idempotent: true,
  check: (_input, _caller, raw) => secrets(raw),
  isRemade: true,
  simulate: ({ body }, _caller, now) => ChannelResource.whatsapp(Connection.make(businessOf(body), now)),
  decides: {
    name: "whatsapp.connect",
    needs: ({ caller }, facts) => OwnChannels.needsToChange(caller.account.id, facts),
    decide: ({ body, caller }, { facts, now, ids }) => {
      const account = OwnChannels.accountOf(facts, caller.account.id)
      const set = OwnChannels.of(facts, caller.account.id)
      if (account === null) return Result.fail(Refused.refused("RESOURCE_013"))
      // A connection that has lost its business account may be made anew.
      if (set.whatsapp !== null && set.whatsapp.reasonCode !== "CHANNEL_006") {
        return Result.fail(Refused.refused("RESOURCE_007", { waba_id: ["there is a WhatsApp account already"] }))
      }
      const progress = Connection.connect(ChannelStep.begin(account, set), businessOf(body), { facts, ids, now })
      return done(
        ChannelResource.whatsapp(progress.set.whatsapp ?? Connection.make(businessOf(body), now)),
        OwnChannels.change(facts, account, progress),
        {
          due: ProvisionWork.wanted(progress.set, subject, now)
        }
      )
    }
  }
})
