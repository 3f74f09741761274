/**
 * POST /v3/profiles/{profileId}/complete: the last step of a profile's set-up (decisions 5.6).
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as OwnChannels from "../channel/OwnChannels.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as Caller from "../operation/Caller.ts"
import * as Field from "../operation/Field.ts"
import type * as Operation from "../operation/Operation.ts"
import { WebhookSender } from "../port/WebhookSender.ts"
import { Accounts } from "../row/Account.ts"
import { CampaignLists } from "../row/CampaignList.ts"
import { AccountId } from "../value/Id.ts"
import * as Completion from "./Completion.ts"
import * as Deprecated from "./Deprecated.ts"
import * as Ownership from "./Ownership.ts"
import * as ProfileFields from "./ProfileFields.ts"

const Path = Schema.Struct({ profileId: AccountId })

const Body = Schema.Struct({ webHookUrl: Field.endpointUrl, sandbox: ProfileFields.sandbox })

const Data = Schema.Struct({ status: Schema.Literals(["processing", "completed"]), message: Schema.String })
type Data = typeof Data.Type

const processing: Data = {
  status: "processing",
  message: "The profile is being completed; the outcome is posted to webHookUrl"
}

const completed: Data = { status: "completed", message: "The profile is complete" }

export const CompleteProfile: Operation.Operation<
  typeof Path.Type,
  object,
  typeof Body.Type,
  void,
  Data,
  "profiles.complete"
> = {
  ...Deprecated.profiles,
  name: "profiles.complete",
  summary: "Complete the set-up of a profile",
  description: "Begins to complete the set-up of a profile, and tells a URL when that is done.",
  path: Path,
  query: Schema.Struct({}),
  body: Body,
  data: Data,
  status: 202,
  isOk: ({ status }) => status === "completed",
  role: null,
  scope: "manage",
  tier: "standard",
  idempotent: true,
  refuses: ["RESOURCE_014"],
  check: () => [],
  simulate: () => processing,
  // The host name is checked here, and again when the outcome is posted.
  consult: Effect.fnUntraced(function*({ body }, caller) {
    const sender = yield* WebhookSender
    const reason = yield* sender.refuse(body.webHookUrl, Caller.organization(caller))
    if (reason !== null) return yield* Refused.refused("VALIDATION_001", { webHookUrl: [reason] })
  }),
  decides: {
    name: "profiles.complete",
    needs: ({ path }) =>
      Needs.all(
        Ownership.needs(path.profileId),
        OwnChannels.needs(path.profileId),
        Needs.row(CampaignLists, path.profileId)
      ),
    decide: ({ body, caller, path }, { facts, now, ids }) => {
      const profile = Ownership.find(caller.keyAccount, path.profileId, facts)
      if (profile === null) return Result.fail(Refused.refused("RESOURCE_014"))
      if (Completion.isComplete(profile)) {
        return done(completed)
      }
      const unmet = Completion.unmet(profile, {
        channels: OwnChannels.of(facts, profile.id),
        campaigns: Facts.get(facts, CampaignLists, profile.id) ?? { profile: profile.id, campaigns: [] }
      })
      if (unmet.length > 0) return Result.fail(Refused.fromViolations(unmet))
      const completion = { id: ids.id(now), profile: profile.id, url: body.webHookUrl, requestedAt: now }
      return done(processing, {
        expects: [Facts.expected(facts, Accounts, profile.id)],
        ...Completion.begin(profile, completion)
      })
    }
  }
}
