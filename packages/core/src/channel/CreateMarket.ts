/**
 * POST /v3/channels/sms: adds an SMS market, as JSON or as a form with the documents that the market asks for (decisions
 * 5.7).
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import { done } from "../commit/Decision.ts"
import * as Refused from "../commit/Refused.ts"
import * as ComplianceBody from "../compliance/ComplianceBody.ts"
import * as Country from "../compliance/Country.ts"
import * as Handed from "../compliance/Handed.ts"
import type { MarketRule } from "../compliance/MarketRule.ts"
import * as Table from "../compliance/RequirementTable.ts"
import * as Field from "../operation/Field.ts"
import type * as Operation from "../operation/Operation.ts"
import * as ChannelSet from "../row/ChannelSet.ts"
import type { DocumentRef, Market } from "../row/Market.ts"
import type { Instant } from "../value/Instant.ts"
import * as ChannelResource from "./ChannelResource.ts"
import type { MarketResource } from "./ChannelResource.ts"
import * as ChannelStep from "./ChannelStep.ts"
import * as DocumentWork from "./DocumentWork.ts"
import * as MarketBody from "./MarketBody.ts"
import * as MarketForm from "./MarketForm.ts"
import * as NewMarket from "./NewMarket.ts"
import * as OwnChannels from "./OwnChannels.ts"
import * as ProvisionWork from "./ProvisionWork.ts"

const Body = Schema.Struct({
  country: Country.country,
  number_type: Field.oneOf(Country.words),
  sender_value: MarketBody.fields.sender_value,
  area_codes: MarketBody.fields.area_codes,
  compliance: Field.optional(ComplianceBody.Compliance),
  sandbox: Field.optional(Schema.Boolean)
})
type Body = typeof Body.Type

/** The order of a market, judged by the table of markets and with its documents. */
export interface Judged {
  readonly wanted: MarketBody.Wanted
  readonly rule: MarketRule
  readonly documents: ReadonlyArray<DocumentRef>
}

const saidIn = ({ compliance }: Body): NewMarket.Said => ({
  brand: ComplianceBody.registration(compliance?.brand),
  campaign: ComplianceBody.registration(compliance?.campaign)
})

const compose = (body: Body, { documents, rule, wanted }: Judged, now: Instant): Market =>
  NewMarket.make(wanted, saidIn(body), rule, documents, now)

const noBrand = Refused.refused("VALIDATION_001", {
  "compliance.brand": ["is required: there is neither one that is stored nor one to inherit"]
})

const tooMany = Refused.refused("BUSINESS_008", {
  body: [`an account may have at most ${Limit.marketsPerAccount} markets`]
})

export const CreateMarket: Operation.Operation<object, object, Body, Judged, MarketResource, "markets.create"> = {
  name: "markets.create",
  summary: "Add an SMS market",
  description:
    "Adds a country and a kind of sender. Where documents are asked for, the request is a form with a part for each of them.",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: Body,
  form: MarketForm.read,
  data: ChannelResource.MarketResource,
  status: 202,
  isCreated: ({ status }) => status === "ACTIVE",
  refuses: ["RESOURCE_007", "BUSINESS_008"],
  refusesWith: [["VALIDATION_001", 422]],
  role: null,
  scope: "manage",
  tier: "standard",
  idempotent: true,
  check: ({ body }, { account }, raw) => [
    ...MarketBody.check(body, ""),
    ...ComplianceBody.check(raw, account.type === "profile")
  ],
  simulate: ({ body, consulted }, { account }, now) => {
    const market = compose(body, consulted, now)
    const begun = ChannelStep.begin(account, ChannelSet.empty(account.id))
    const order = NewMarket.orderOf(market, account, begun.set)
    return ChannelResource.market(NewMarket.simulated(market, order))
  },
  consult: Effect.fnUntraced(function*({ body, uploads = [] }, { account }) {
    const wanted = MarketBody.wanted(body)
    if (wanted === null) return yield* Refused.refused("VALIDATION_001")
    const rule = Table.find(yield* Table.RequirementTable, wanted.country, wanted.numberType)
    const said = saidIn(body)
    const flaws = [...NewMarket.senderFlaws(rule, wanted, ""), ...NewMarket.complianceFlaws(rule, said)]
    if (flaws.length > 0) return yield* Refused.fromViolations(flaws)
    yield* Handed.judge(rule, NewMarket.values(said), uploads)
    const documents = yield* body.sandbox === true ? Handed.simulate(uploads) : Handed.put(account.id, uploads)
    return { wanted, rule, documents }
  }),
  retract: ({ documents }) => Handed.retract(documents),
  decides: {
    name: "markets.create",
    needs: ({ caller, consulted }, facts) =>
      OwnChannels.needsToChange(caller.account.id, facts, [consulted.wanted.senderValue]),
    decide: ({ body, caller, consulted }, { facts, now, ids }) => {
      const account = OwnChannels.accountOf(facts, caller.account.id)
      if (account === null) return Result.fail(Refused.refused("RESOURCE_013"))
      const set = OwnChannels.of(facts, account.id)
      const market = compose(body, consulted, now)
      if (ChannelSet.market(set, market) !== null) {
        return Result.fail(Refused.refused("RESOURCE_007", { number_type: ["is a market of this country already"] }))
      }
      if (set.markets.length >= Limit.marketsPerAccount) return Result.fail(tooMany)
      if (market.regime === "campaign" && !NewMarket.hasBrand(account, set, market)) return Result.fail(noBrand)
      const progress = NewMarket.add(ChannelStep.begin(account, set), market, { facts, ids, now })
      const added = ChannelSet.market(progress.set, market) ?? market
      return done(ChannelResource.market(added), OwnChannels.change(facts, account, progress), {
        due: [
          ...DocumentWork.due(added.documents, "keep", account.id, now),
          ...ProvisionWork.wanted(progress.set, { channel: "sms", ...MarketBody.placeOf(added) }, now)
        ]
      })
    }
  }
}
