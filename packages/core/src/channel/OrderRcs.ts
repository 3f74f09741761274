/**
 * POST /v3/channels/rcs: orders the RCS agent of a customer, who has one at most (specification "Channels").
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as ChannelCode from "../catalogue/ChannelCode.ts"
import { done } from "../commit/Decision.ts"
import * as Refused from "../commit/Refused.ts"
import * as Operation from "../operation/Operation.ts"
import type { RcsAgent } from "../row/RcsAgent.ts"
import type { Instant } from "../value/Instant.ts"
import * as ChannelResource from "./ChannelResource.ts"
import * as ChannelStep from "./ChannelStep.ts"
import * as OwnChannels from "./OwnChannels.ts"
import * as ProvisionWork from "./ProvisionWork.ts"
import * as RcsBody from "./RcsBody.ts"

const subject = { channel: "rcs" } as const

const make = (id: string, body: RcsBody.RcsBody, now: Instant): RcsAgent => ({
  id,
  form: RcsBody.form(body),
  approvedAt: null,
  ...ChannelStep.unborn(now),
  reason: ChannelCode.meaning("CHANNEL_011")
})

export const OrderRcs = Operation.make({
  name: "rcs.order",
  summary: "Order the RCS agent",
  description: "Orders the agent of the account, of which there is one. It is PROVISIONING until it is approved.",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: RcsBody.RcsBody,
  data: ChannelResource.RcsResource,
  status: 202,
  refuses: ["RESOURCE_007"],
  role: null,
  scope: "manage",
  tier: "standard",
  idempotent: true,
  check: () => [],
  isRemade: true,
  simulate: ({ body }, _caller, now, ids) => ChannelResource.rcs(make(ids.uuid(), body, now)),
  decides: {
    name: "rcs.order",
    needs: ({ caller }, facts) => OwnChannels.needsToChange(caller.account.id, facts),
    decide: ({ body, caller }, { facts, now, ids }) => {
      const account = OwnChannels.accountOf(facts, caller.account.id)
      const set = OwnChannels.of(facts, caller.account.id)
      if (account === null) return Result.fail(Refused.refused("RESOURCE_013"))
      if (set.rcs !== null) {
        return Result.fail(Refused.refused("RESOURCE_007", { body: ["there is an RCS agent already"] }))
      }
      const agent = make(ids.id(now), body, now)
      const begun = ChannelStep.begin(account, { ...set, rcs: agent })
      const progress = ChannelStep.take(begun, subject, { trigger: "set_up" }, { facts, isNew: true, ids, now }) ??
        begun
      return done(ChannelResource.rcs(progress.set.rcs ?? agent), OwnChannels.change(facts, account, progress), {
        due: ProvisionWork.wanted(progress.set, subject, now)
      })
    }
  }
})
