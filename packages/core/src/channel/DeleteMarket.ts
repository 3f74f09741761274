/**
 * DELETE /v3/channels/sms/{country}/{type}: gives a market up. The account loses the sender that it had from it, and the
 * documents are removed.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Withholding from "../account/Withholding.ts"
import { done } from "../commit/Decision.ts"
import * as Refused from "../commit/Refused.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import * as ChannelSet from "../row/ChannelSet.ts"
import * as ChannelEvent from "./ChannelEvent.ts"
import * as DocumentWork from "./DocumentWork.ts"
import * as MarketBody from "./MarketBody.ts"
import * as MarketPath from "./MarketPath.ts"
import * as OwnChannels from "./OwnChannels.ts"
import * as ProvisionWork from "./ProvisionWork.ts"
import * as SenderGrant from "./SenderGrant.ts"

export const DeleteMarket = Operation.make({
  name: "markets.delete",
  summary: "Give an SMS market up",
  description: "Gives up an SMS market with its sender.",
  path: MarketPath.MarketPath,
  query: Schema.Struct({}),
  body: Schema.Struct({ sandbox: Field.optional(Schema.Boolean) }),
  data: Schema.Null,
  status: 204,
  refuses: ["RESOURCE_013"],
  role: null,
  scope: "manage",
  tier: "standard",
  idempotent: false,
  check: () => [],
  simulate: () => null,
  decides: {
    name: "markets.delete",
    needs: ({ caller }, facts) => OwnChannels.needsToChange(caller.account.id, facts),
    decide: ({ caller, path }, { facts, now, ids }) => {
      const account = OwnChannels.accountOf(facts, caller.account.id)
      const set = OwnChannels.of(facts, caller.account.id)
      const market = MarketPath.find(set, path)
      if (account === null || market === null) return Result.fail(Refused.refused("RESOURCE_013"))
      const subject = { channel: "sms", ...MarketBody.placeOf(market) } as const
      const left = ChannelSet.withoutMarket(set, market)
      const ended = ChannelSet.withMarket(set, {
        ...market,
        status: "INACTIVE",
        reasonCode: "CHANNEL_009",
        reason: "The account has given the market up."
      })
      return done(
        null,
        OwnChannels.change(facts, account, {
          account: Withholding.settled(SenderGrant.revoke(account, market).account, left),
          set: left,
          events: market.status === "ACTIVE"
            ? ChannelEvent.make("channel.deactivated", { account, set: ended }, subject, { now, ids })
            : []
        }),
        {
          cancels: [ProvisionWork.ref(set, subject)],
          due: DocumentWork.due(market.documents, "remove", account.id, now)
        }
      )
    }
  }
})
