/**
 * GET /v3/channels, GET /v3/channels/sms and GET /v3/channels/sms/{country}/{type}.
 */
import * as Schema from "effect/Schema"
import * as ChosenSenders from "../dispatch/ChosenSenders.ts"
import * as Operation from "../operation/Operation.ts"
import * as Reading from "../operation/Reading.ts"
import * as ChannelResource from "./ChannelResource.ts"
import * as MarketPath from "./MarketPath.ts"
import * as OwnChannels from "./OwnChannels.ts"

export const GetChannels = Operation.consulting({
  ...Reading.operation,
  name: "channels.get",
  summary: "Read all channels of the account",
  description: "Answers every SMS market, the WhatsApp account and the RCS agent, each with its status.",
  path: Schema.Struct({}),
  data: Schema.Struct({ customer_id: Schema.String, ...ChannelResource.Channels.fields }),
  consult: ChosenSenders.consult,
  decides: {
    name: "channels.get",
    needs: ({ caller }) => OwnChannels.needs(caller.account.id),
    decide: ({ caller: { account }, consulted }, { facts }) =>
      Reading.answer({
        customer_id: account.id,
        ...ChannelResource.channels(account, OwnChannels.of(facts, account.id), consulted)
      })
  }
})

export const ListMarkets = Operation.make({
  ...Reading.operation,
  name: "markets.list",
  summary: "List the SMS markets of the account",
  description: "Lists in which countries the account sends SMS, and from what kind of sender.",
  path: Schema.Struct({}),
  data: Schema.Array(ChannelResource.MarketResource),
  decides: {
    name: "markets.list",
    needs: ({ caller }) => OwnChannels.needs(caller.account.id),
    decide: ({ caller }, { facts }) =>
      Reading.answer(OwnChannels.of(facts, caller.account.id).markets.map(ChannelResource.market))
  }
})

export const GetMarket = Operation.make({
  ...Reading.operation,
  name: "markets.get",
  summary: "Read an SMS market",
  description: "Answers one SMS market with its status and its compliance.",
  path: MarketPath.MarketPath,
  data: ChannelResource.MarketResource,
  refuses: ["RESOURCE_013"],
  decides: {
    name: "markets.get",
    needs: ({ caller }) => OwnChannels.needs(caller.account.id),
    decide: ({ caller, path }, { facts }) => {
      const found = MarketPath.find(OwnChannels.of(facts, caller.account.id), path)
      return Reading.answerOr(found, "RESOURCE_013", ChannelResource.market)
    }
  }
})
