/**
 * The channels that a sender profile is created with: a market and a WhatsApp account, where they are asked for.
 */
import * as Commit from "../commit/Commit.ts"
import type { Grounds } from "../commit/Grounds.ts"
import type { MarketRule } from "../compliance/MarketRule.ts"
import type { Account } from "../row/Account.ts"
import * as ChannelSet from "../row/ChannelSet.ts"
import type { DocumentRef } from "../row/Market.ts"
import * as ChannelStep from "./ChannelStep.ts"
import * as Connection from "./Connection.ts"
import * as DocumentWork from "./DocumentWork.ts"
import * as MarketBody from "./MarketBody.ts"
import * as NewMarket from "./NewMarket.ts"
import * as ProvisionWork from "./ProvisionWork.ts"

/** A market that is asked for, judged by its rule. */
export interface MarketOrder {
  readonly wanted: MarketBody.Wanted
  readonly said: NewMarket.Said
  readonly rule: MarketRule
  readonly documents: ReadonlyArray<DocumentRef>
}

export interface Made {
  readonly progress: ChannelStep.Progress
  readonly commit: Commit.Commit
}

/** Details that the market asks for and that were not given, the customer may add later. */
const withMarket = (begun: ChannelStep.Progress, order: MarketOrder, grounds: Grounds): ChannelStep.Progress => {
  const { documents, rule, wanted } = order
  const said = rule.regime === "campaign" ? order.said : NewMarket.nothing
  const market = NewMarket.make(wanted, said, rule, documents, grounds.now)
  return NewMarket.complianceFlaws(rule, said).length > 0
    ? NewMarket.add(begun, market, grounds, "order_incomplete")
    : NewMarket.add(begun, market, grounds)
}

/** @param account the new profile; the business account among its details is connected */
export const make = (account: Account, order: MarketOrder | null, grounds: Grounds): Made => {
  const { now } = grounds
  const empty = ChannelStep.begin(account, ChannelSet.empty(account.id))
  const sending = order === null ? empty : withMarket(empty, order, grounds)
  const business = account.profile?.whatsapp ?? null
  const connected = business === null ? sending : Connection.connect(sending, business, grounds)
  const { events, set } = connected
  return {
    progress: connected,
    commit: connected === empty ? Commit.empty : Commit.make({
      puts: [Commit.put(ChannelSet.ChannelSets, set)],
      events,
      due: [
        ...DocumentWork.due(order?.documents ?? [], "keep", account.id, now),
        ...set.markets.flatMap((each) =>
          ProvisionWork.wanted(set, { channel: "sms", ...MarketBody.placeOf(each) }, now)
        ),
        ...ProvisionWork.wanted(set, { channel: "whatsapp" }, now)
      ]
    })
  }
}
