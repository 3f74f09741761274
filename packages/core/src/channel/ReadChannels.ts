/**
 * GET /v3/channels, GET /v3/channels/sms and GET /v3/channels/sms/{country}/{type}.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Commit from "../commit/Commit.ts"
import * as Refused from "../commit/Refused.ts"
import * as Operation from "../operation/Operation.ts"
import * as ChannelResource from "./ChannelResource.ts"
import * as MarketPath from "./MarketPath.ts"
import * as OwnChannels from "./OwnChannels.ts"

const reading = {
  query: Schema.Struct({}),
  body: Schema.Struct({}),
  status: 200,
  role: null,
  tier: "standard",
  idempotent: false,
  check: () => [],
  simulate: null
} as const

export const GetChannels = Operation.make({
  ...reading,
  name: "channels.get",
  summary: "Read all channels of the account",
  path: Schema.Struct({}),
  data: Schema.Struct({ customer_id: Schema.String, ...ChannelResource.Channels.fields }),
  decides: {
    name: "channels.get",
    needs: ({ caller }) => OwnChannels.needs(caller.account.id),
    decide: ({ caller: { account } }, facts) =>
      Result.succeed({
        commit: Commit.empty,
        answer: { customer_id: account.id, ...ChannelResource.channels(OwnChannels.of(facts, account.id)) }
      })
  }
})

export const ListMarkets = Operation.make({
  ...reading,
  name: "markets.list",
  summary: "List the SMS markets of the account",
  path: Schema.Struct({}),
  data: Schema.Array(ChannelResource.MarketResource),
  decides: {
    name: "markets.list",
    needs: ({ caller }) => OwnChannels.needs(caller.account.id),
    decide: ({ caller }, facts) =>
      Result.succeed({
        commit: Commit.empty,
        answer: OwnChannels.of(facts, caller.account.id).markets.map(ChannelResource.market)
      })
  }
})

export const GetMarket = Operation.make({
  ...reading,
  name: "markets.get",
  summary: "Read an SMS market",
  path: MarketPath.MarketPath,
  data: ChannelResource.MarketResource,
  refuses: ["RESOURCE_013"],
  decides: {
    name: "markets.get",
    needs: ({ caller }) => OwnChannels.needs(caller.account.id),
    decide: ({ caller, path }, facts) => {
      const found = MarketPath.find(OwnChannels.of(facts, caller.account.id), path)
      return found === null
        ? Result.fail(Refused.refused("RESOURCE_013"))
        : Result.succeed({ commit: Commit.empty, answer: ChannelResource.market(found) })
    }
  }
})
