/**
 * PATCH /v3/channels/sms/{country}/{type}: changes the compliance of a market. A change of a market that is reviewed is
 * filed again (decisions 5.7).
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Violation } from "../catalogue/Violation.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Refused from "../commit/Refused.ts"
import * as ComplianceBody from "../compliance/ComplianceBody.ts"
import * as Country from "../compliance/Country.ts"
import type { MarketRule } from "../compliance/MarketRule.ts"
import * as Table from "../compliance/RequirementTable.ts"
import * as Field from "../operation/Field.ts"
import type * as Operation from "../operation/Operation.ts"
import type { Account } from "../row/Account.ts"
import type { ChannelSet } from "../row/ChannelSet.ts"
import * as ChannelSet_ from "../row/ChannelSet.ts"
import type { Market } from "../row/Market.ts"
import type { Instant } from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import type { MarketResource } from "./ChannelResource.ts"
import * as ChannelResource from "./ChannelResource.ts"
import type { Order } from "./ChannelState.ts"
import * as ChannelStep from "./ChannelStep.ts"
import * as MarketBody from "./MarketBody.ts"
import * as MarketPath from "./MarketPath.ts"
import * as NewMarket from "./NewMarket.ts"
import * as OwnChannels from "./OwnChannels.ts"
import * as ProvisionWork from "./ProvisionWork.ts"

const Body = Schema.Struct({
  compliance: Schema.optionalKey(ComplianceBody.Compliance),
  sandbox: Field.optional(Schema.Boolean)
})
type Body = typeof Body.Type

/** Refuses fields that cannot be changed, so that a client does not believe that they were. */
const check = (raw: Json): ReadonlyArray<Violation> => {
  const wrong = (field: string, message: string): Violation => ({ field, code: "VALIDATION_001", message })
  const sent = raw !== null && typeof raw === "object" && !Array.isArray(raw) ? raw as { [key: string]: Json } : {}
  const compliance = sent["compliance"]
  const inner = typeof compliance === "object" && compliance !== null && !Array.isArray(compliance)
    ? Object.keys(compliance)
    : []
  return [
    ...Object.keys(sent).filter((key) => key !== "sandbox" && key !== "compliance")
      .map((key) => wrong(key, "cannot be changed here")),
    ...inner.filter((key) => key !== "brand" && key !== "campaign")
      .map((key) => wrong(`compliance.${key}`, "cannot be changed here")),
    ...(compliance === undefined ? [wrong("body", "must have compliance")] : []),
    ...(compliance !== undefined && compliance !== null && inner.length === 0
      ? [wrong("compliance", "must have brand or campaign")]
      : [])
  ]
}

/** Returns the registrations after the update: a field that is left out stays, and null clears it. */
const said = ({ compliance }: Body, { brand, campaign }: NewMarket.Said): NewMarket.Said => ({
  brand: compliance?.brand === undefined ? brand : ComplianceBody.registration(compliance.brand),
  campaign: compliance?.campaign === undefined ? campaign : ComplianceBody.registration(compliance.campaign)
})

/** A market that registers with nobody has nothing to file. */
const orderOf = (market: Market, account: Account, set: ChannelSet): Order | null =>
  market.regime === "none" ? null : NewMarket.orderOf(market, account, set)

const nothing = { brand: null, campaign: null }

const simulated = (body: Body, { country, type }: MarketPath.MarketPath, rule: MarketRule, now: Instant): Market => ({
  ...NewMarket.make(
    {
      country: country.toUpperCase(),
      numberType: Country.numberType(type) ?? "LOCAL",
      senderValue: null,
      areaCodes: []
    },
    said(body, nothing),
    rule,
    [],
    now
  ),
  reason: "The channel is being set up."
})

export const UpdateMarket: Operation.Operation<
  MarketPath.MarketPath,
  object,
  Body,
  MarketRule,
  MarketResource,
  "markets.update"
> = {
  name: "markets.update",
  summary: "Change the compliance of an SMS market",
  description: "Changes the brand or the campaign that a market registers.",
  path: MarketPath.MarketPath,
  query: Schema.Struct({}),
  body: Body,
  data: ChannelResource.MarketResource,
  status: 200,
  refuses: ["RESOURCE_013"],
  role: null,
  scope: "manage",
  tier: "standard",
  idempotent: true,
  check: (_input, { account }, raw) => [...check(raw), ...ComplianceBody.check(raw, account.type === "profile")],
  simulate: ({ body, consulted, path }, _caller, now) => ChannelResource.market(simulated(body, path, consulted, now)),
  consult: Effect.fnUntraced(function*({ body, path }) {
    const type = Country.numberType(path.type)
    const table = yield* Table.RequirementTable
    const rule = Table.find(table, path.country.toUpperCase(), type ?? "LOCAL")
    const flaws = NewMarket.complianceFlaws(rule, said(body, nothing))
    return flaws.length > 0 ? yield* Refused.fromViolations(flaws) : rule
  }),
  decides: {
    name: "markets.update",
    needs: ({ caller, path }, facts) => {
      const set = Facts.peek(facts, ChannelSet_.ChannelSets, caller.account.id) ?? null
      const market = set === null ? null : MarketPath.find(set, path)
      return OwnChannels.needsToChange(caller.account.id, facts, [market?.senderValue ?? null])
    },
    decide: ({ body, caller, path }, { facts, now, ids }) => {
      const account = OwnChannels.accountOf(facts, caller.account.id)
      const set = OwnChannels.of(facts, caller.account.id)
      const before = MarketPath.find(set, path)
      if (account === null || before === null) return Result.fail(Refused.refused("RESOURCE_013"))
      const market: Market = {
        ...before,
        ...said(body, before),
        revision: before.revision + 1,
        updatedAt: now
      }
      const subject = { channel: "sms", ...MarketBody.placeOf(market) } as const
      const changed = ChannelSet_.withMarket(set, market)
      const order = orderOf(market, account, changed)
      const begun = ChannelStep.begin(account, changed)
      const progress = order === null
        ? begun
        : ChannelStep.take(begun, subject, { trigger: order }, { facts, ids, now }) ?? begun
      const after = ChannelSet_.market(progress.set, market) ?? market
      return done(ChannelResource.market(after), OwnChannels.change(facts, account, progress), {
        cancels: [ProvisionWork.ref(set, subject)],
        due: order === "submit" || after.status === "PROVISIONING"
          ? [ProvisionWork.due(progress.set, subject, now)]
          : []
      })
    }
  }
}
