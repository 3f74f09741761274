/**
 * The calls of campaigns. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"

export interface Campaign {
  readonly id: string
  readonly customerId: string
  readonly brandId: string | null
  readonly name: string
  readonly description: string
  readonly type: string
  readonly status: "SENT_CREATED" | "ACTIVE" | "EXPIRED" | null
  readonly sharingStatus: "PENDING" | "ACCEPTED" | "DECLINED" | null
  readonly tcrCampaignId: string | null
  readonly submittedToTCR: boolean
  readonly submittedAt: string | null
  readonly billedDate: string | null
  readonly cost: number | null
  readonly tcrSyncError: string | null
  readonly dcaElectionsComplete: boolean | null
  readonly dcaElectionsCompletedAt: string | null
  readonly hasSubmissionTransaction: boolean
  readonly volume: string | null
  readonly messageFlow: string | null
  readonly optinKeywords: string | null
  readonly optinMessage: string | null
  readonly optoutKeywords: string | null
  readonly optoutMessage: string | null
  readonly helpKeywords: string | null
  readonly helpMessage: string | null
  readonly privacyPolicyLink: string | null
  readonly termsAndConditionsLink: string | null
  readonly useCases: ReadonlyArray<{
    readonly id: string
    readonly campaignId: string
    readonly customerId: string
    readonly messagingUseCaseUs:
      | "MARKETING"
      | "ACCOUNT_NOTIFICATION"
      | "CUSTOMER_CARE"
      | "FRAUD_ALERT"
      | "TWO_FA"
      | "DELIVERY_NOTIFICATION"
      | "SECURITY_ALERT"
      | "M2M"
      | "MIXED"
      | "HIGHER_EDUCATION"
      | "POLLING_VOTING"
      | "PUBLIC_SERVICE_ANNOUNCEMENT"
      | "LOW_VOLUME"
    readonly sampleMessages: ReadonlyArray<string>
    readonly createdAt: string
    readonly updatedAt: string | null
  }>
  readonly createdAt: string
  readonly updatedAt: string | null
}

export interface CreateCampaignBody {
  readonly campaign: {
    readonly name: string
    readonly description: string
    readonly type: string
    readonly useCases: ReadonlyArray<{
      readonly messagingUseCaseUs:
        | "MARKETING"
        | "ACCOUNT_NOTIFICATION"
        | "CUSTOMER_CARE"
        | "FRAUD_ALERT"
        | "TWO_FA"
        | "DELIVERY_NOTIFICATION"
        | "SECURITY_ALERT"
        | "M2M"
        | "MIXED"
        | "HIGHER_EDUCATION"
        | "POLLING_VOTING"
        | "PUBLIC_SERVICE_ANNOUNCEMENT"
        | "LOW_VOLUME"
      readonly sampleMessages: ReadonlyArray<string>
    }>
    readonly volume?: string | null
    readonly messageFlow?: string | null
    readonly optinKeywords?: string | null
    readonly optinMessage?: string | null
    readonly optoutKeywords?: string | null
    readonly optoutMessage?: string | null
    readonly helpKeywords?: string | null
    readonly helpMessage?: string | null
    readonly privacyPolicyLink?: string | null
    readonly termsAndConditionsLink?: string | null
  }
  readonly sandbox?: boolean | null
}

export interface UpdateCampaignBody {
  readonly campaign: {
    readonly name: string
    readonly description: string
    readonly type: string
    readonly useCases: ReadonlyArray<{
      readonly messagingUseCaseUs:
        | "MARKETING"
        | "ACCOUNT_NOTIFICATION"
        | "CUSTOMER_CARE"
        | "FRAUD_ALERT"
        | "TWO_FA"
        | "DELIVERY_NOTIFICATION"
        | "SECURITY_ALERT"
        | "M2M"
        | "MIXED"
        | "HIGHER_EDUCATION"
        | "POLLING_VOTING"
        | "PUBLIC_SERVICE_ANNOUNCEMENT"
        | "LOW_VOLUME"
      readonly sampleMessages: ReadonlyArray<string>
    }>
    readonly volume?: string | null
    readonly messageFlow?: string | null
    readonly optinKeywords?: string | null
    readonly optinMessage?: string | null
    readonly optoutKeywords?: string | null
    readonly optoutMessage?: string | null
    readonly helpKeywords?: string | null
    readonly helpMessage?: string | null
    readonly privacyPolicyLink?: string | null
    readonly termsAndConditionsLink?: string | null
  }
  readonly sandbox?: boolean | null
}

export interface DeleteCampaignBody {
  readonly sandbox?: boolean | null
}

export interface CampaignsCalls {
  /** Create a campaign of a profile: `POST /v3/profiles/:profileId/campaigns`. */
  readonly create: (profileId: string, body: CreateCampaignBody, options?: CallOptions) => Promise<Campaign>

  /** List the campaigns of a profile: `GET /v3/profiles/:profileId/campaigns`. */
  readonly list: (profileId: string, options?: CallOptions) => Promise<ReadonlyArray<Campaign>>

  /** Replace a campaign of a profile: `PUT /v3/profiles/:profileId/campaigns/:campaignId`. */
  readonly update: (
    profileId: string,
    campaignId: string,
    body: UpdateCampaignBody,
    options?: CallOptions
  ) => Promise<Campaign>

  /** Delete a campaign of a profile: `DELETE /v3/profiles/:profileId/campaigns/:campaignId`. */
  readonly delete: (
    profileId: string,
    campaignId: string,
    body?: DeleteCampaignBody,
    options?: CallOptions
  ) => Promise<void>
}
