/**
 * POST, PUT and DELETE /v3/profiles/{profileId}/campaigns, deprecated: the campaigns of a profile (decisions 3.9).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Grounds from "../commit/Grounds.ts"
import * as Refused from "../commit/Refused.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import * as Deprecated from "../profile/Deprecated.ts"
import { Accounts } from "../row/Account.ts"
import type { Campaign } from "../row/CampaignList.ts"
import { CampaignLists } from "../row/CampaignList.ts"
import * as CampaignBody from "./CampaignBody.ts"
import * as CampaignResource from "./CampaignResource.ts"
import * as ProfileCampaigns from "./ProfileCampaigns.ts"

const writing = {
  ...Deprecated.profiles,
  query: Schema.Struct({}),
  role: null,
  scope: "manage",
  tier: "standard",
  check: () => []
} as const

/** Stores the campaigns, as long as the profile and its brand are the ones that were seen. */
const stored = (facts: Facts.Facts, { list, profile }: ProfileCampaigns.Found, campaigns: ReadonlyArray<Campaign>) =>
  Commit.make({
    expects: [Facts.expected(facts, CampaignLists, list.profile), Facts.expected(facts, Accounts, profile.id)],
    puts: [Commit.put(CampaignLists, { ...list, campaigns })]
  })

/** Finds one campaign that may still change. */
const findOne = ({ list }: ProfileCampaigns.Found, id: string): Result.Result<Campaign, Refused.Refused> => {
  const campaign = list.campaigns.find((each) => each.id === id)
  if (campaign === undefined) return Result.fail(Refused.refused("RESOURCE_010"))
  return campaign.submittedAt === null
    ? Result.succeed(campaign)
    : Result.fail(Refused.refused("VALIDATION_001", { campaign: ["cannot be changed once it was submitted"] }))
}

const refusal = ({ list, profile }: ProfileCampaigns.Found): Refused.Refused | null =>
  profile.profile?.inheritsCampaign === true
    ? Refused.refused("VALIDATION_001", { campaign: ["cannot be given while campaigns are inherited"] })
    : list.campaigns.length >= Limit.campaignsPerProfile
    ? Refused.refused("BUSINESS_008", { campaign: [`a profile may have at most ${Limit.campaignsPerProfile}`] })
    : null

export const CreateCampaign = Operation.make({
  ...writing,
  name: "campaigns.create",
  summary: "Create a campaign of a profile",
  description: "Makes a campaign of a profile in the older form. Rather write it into a market's compliance.",
  path: ProfileCampaigns.Path,
  body: CampaignBody.CampaignBody,
  data: CampaignResource.CampaignResource,
  status: 201,
  refuses: ["BUSINESS_008", "RESOURCE_009", "RESOURCE_014"],
  idempotent: true,
  isRemade: true,
  simulate: ({ body, path }, _caller, now, ids) =>
    CampaignResource.fromCampaign(
      CampaignBody.compose(body, null, ids.uuid(), Grounds.simulated(now, ids)),
      path.profileId
    ),
  decides: {
    name: "campaigns.create",
    needs: ({ path }, facts) => ProfileCampaigns.needs(path.profileId, facts),
    decide: ({ body, caller, path }, grounds) =>
      Result.flatMap(ProfileCampaigns.find(caller.keyAccount, path.profileId, grounds.facts), (found) => {
        const refused = refusal(found)
        if (refused !== null) return Result.fail(refused)
        const campaign = CampaignBody.compose(body, null, found.brand, Grounds.making(grounds))
        return done(
          CampaignResource.fromCampaign(campaign, found.profile.id),
          stored(grounds.facts, found, [...found.list.campaigns, campaign])
        )
      })
  }
})

export const UpdateCampaign = Operation.make({
  ...writing,
  name: "campaigns.update",
  summary: "Replace a campaign of a profile",
  description: "Replaces a campaign that was not submitted yet. Rather write it into a market's compliance.",
  path: ProfileCampaigns.OnePath,
  body: CampaignBody.CampaignBody,
  data: CampaignResource.CampaignResource,
  status: 200,
  refuses: ["RESOURCE_009", "RESOURCE_010", "RESOURCE_014"],
  idempotent: true,
  isRemade: true,
  simulate: ({ body, path }, _caller, now, ids) => {
    const known = { id: path.campaignId, createdAt: now }
    return CampaignResource.fromCampaign(
      CampaignBody.compose(body, known, ids.uuid(), Grounds.simulated(now, ids)),
      path.profileId
    )
  },
  decides: {
    name: "campaigns.update",
    needs: ({ path }, facts) => ProfileCampaigns.needs(path.profileId, facts),
    decide: ({ body, caller, path }, grounds) =>
      Result.flatMap(
        ProfileCampaigns.find(caller.keyAccount, path.profileId, grounds.facts),
        (found) =>
          Result.map(findOne(found, path.campaignId), (known) => {
            const campaign = CampaignBody.compose(body, known, found.brand, Grounds.making(grounds))
            return {
              answer: CampaignResource.fromCampaign(campaign, found.profile.id),
              commit: stored(
                grounds.facts,
                found,
                found.list.campaigns.map((each) => each.id === known.id ? campaign : each)
              )
            }
          })
      )
  }
})

export const DeleteCampaign = Operation.make({
  ...writing,
  name: "campaigns.delete",
  summary: "Delete a campaign of a profile",
  description: "Deletes a campaign that was not submitted yet.",
  path: ProfileCampaigns.OnePath,
  body: Schema.Struct({ sandbox: Field.optional(Schema.Boolean) }),
  data: Schema.Null,
  status: 204,
  refuses: ["RESOURCE_009", "RESOURCE_010", "RESOURCE_014"],
  idempotent: false,
  simulate: () => null,
  decides: {
    name: "campaigns.delete",
    needs: ({ path }, facts) => ProfileCampaigns.needs(path.profileId, facts),
    decide: ({ caller, path }, { facts }) =>
      Result.flatMap(
        ProfileCampaigns.find(caller.keyAccount, path.profileId, facts),
        (found) =>
          Result.map(findOne(found, path.campaignId), ({ id }) => ({
            answer: null,
            commit: stored(facts, found, found.list.campaigns.filter((each) => each.id !== id))
          }))
      )
  }
})
