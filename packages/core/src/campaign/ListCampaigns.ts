/**
 * GET /v3/profiles/{profileId}/campaigns, deprecated: `data` is the array itself (decisions 3.9).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Commit from "../commit/Commit.ts"
import * as Operation from "../operation/Operation.ts"
import * as Reading from "../operation/Reading.ts"
import * as Deprecated from "../profile/Deprecated.ts"
import * as CampaignResource from "./CampaignResource.ts"
import * as ProfileCampaigns from "./ProfileCampaigns.ts"

export const ListCampaigns = Operation.make({
  ...Reading.operation,
  ...Deprecated.profiles,
  name: "campaigns.list",
  summary: "List the campaigns of a profile",
  description: "Lists the campaigns of a profile in the older form. Rather read the markets.",
  path: ProfileCampaigns.Path,
  data: Schema.Array(CampaignResource.CampaignResource),
  refuses: ["RESOURCE_009", "RESOURCE_014"],
  decides: {
    name: "campaigns.list",
    needs: ({ path }, facts) => ProfileCampaigns.needs(path.profileId, facts),
    decide: ({ caller, path }, { facts }) =>
      Result.map(ProfileCampaigns.find(caller.keyAccount, path.profileId, facts), (found) => {
        const { campaigns, profile } = ProfileCampaigns.shown(found, facts)
        return {
          commit: Commit.empty,
          answer: campaigns.map((campaign) => CampaignResource.fromCampaign(campaign, profile))
        }
      })
  }
})
