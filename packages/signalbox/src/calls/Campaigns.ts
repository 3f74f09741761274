/**
 * The calls of campaigns. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"

export interface Campaign {
  /** The id of the resource. */
  readonly id: string
  /** The profile that the campaign is of. */
  readonly customerId: string
  /** The brand that the campaign is of; null when it is the organization's. */
  readonly brandId: string | null
  /** The name of the campaign. */
  readonly name: string
  /** What is sent, and to whom. */
  readonly description: string
  /** Of which kind the campaign is. */
  readonly type: string
  /** How far the registration has come; null before it. */
  readonly status: "SENT_CREATED" | "ACTIVE" | "EXPIRED" | null
  /** Whether the carriers' side took the campaign over; null before it was asked. */
  readonly sharingStatus: "PENDING" | "ACCEPTED" | "DECLINED" | null
  /** The id of the campaign at the registry; null before it has one. */
  readonly tcrCampaignId: string | null
  /** Whether the campaign was submitted to the registry. */
  readonly submittedToTCR: boolean
  /** When the campaign was submitted; null before that. */
  readonly submittedAt: string | null
  /** When the campaign was billed; null before that. */
  readonly billedDate: string | null
  /** What the campaign costs; null when it is not known. */
  readonly cost: number | null
  /** What the registry could not take; null when nothing. */
  readonly tcrSyncError: string | null
  /** Whether the connecting aggregator was chosen; null before it was asked. */
  readonly dcaElectionsComplete: boolean | null
  /** When it was chosen; null before that. */
  readonly dcaElectionsCompletedAt: string | null
  /** Whether the submission was paid for. */
  readonly hasSubmissionTransaction: boolean
  /** How many messages are expected. */
  readonly volume: string | null
  /** How recipients give their consent. */
  readonly messageFlow: string | null
  /** The words that give consent, with commas between them. */
  readonly optinKeywords: string | null
  /** What is answered to them. */
  readonly optinMessage: string | null
  /** The words that take consent back, with commas between them. */
  readonly optoutKeywords: string | null
  /** What is answered to them. */
  readonly optoutMessage: string | null
  /** The words that ask for help, with commas between them. */
  readonly helpKeywords: string | null
  /** What is answered to them. */
  readonly helpMessage: string | null
  /** Where the privacy policy is. */
  readonly privacyPolicyLink: string | null
  /** Where the terms and conditions are. */
  readonly termsAndConditionsLink: string | null
  /** What the messages are for: at least one. */
  readonly useCases: ReadonlyArray<{
    /** The id of the resource. */
    readonly id: string
    /** The campaign that the use case is of. */
    readonly campaignId: string
    /** The profile that the campaign is of. */
    readonly customerId: string
    /** The use case, as the registry of the United States names it. */
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
    /** Messages as they will be sent: 1 to 5. */
    readonly sampleMessages: ReadonlyArray<string>
    /** When it was made. */
    readonly createdAt: string
    /** When it was changed last; null when it never was. */
    readonly updatedAt: string | null
  }>
  /** When it was made. */
  readonly createdAt: string
  /** When it was changed last; null when it never was. */
  readonly updatedAt: string | null
}

export interface CreateCampaignBody {
  /** The campaign. */
  readonly campaign: {
    /** The name of the campaign. */
    readonly name: string
    /** What is sent, and to whom. */
    readonly description: string
    /** Of which kind the campaign is. */
    readonly type: string
    /** What the messages are for: at least one. */
    readonly useCases: ReadonlyArray<{
      /** The use case, as the registry of the United States names it. */
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
      /** Messages as they will be sent: 1 to 5. */
      readonly sampleMessages: ReadonlyArray<string>
    }>
    /** How many messages are expected. */
    readonly volume?: string | null
    /** How recipients give their consent. */
    readonly messageFlow?: string | null
    /** The words that give consent, with commas between them. */
    readonly optinKeywords?: string | null
    /** What is answered to them. */
    readonly optinMessage?: string | null
    /** The words that take consent back, with commas between them. */
    readonly optoutKeywords?: string | null
    /** What is answered to them. */
    readonly optoutMessage?: string | null
    /** The words that ask for help, with commas between them. */
    readonly helpKeywords?: string | null
    /** What is answered to them. */
    readonly helpMessage?: string | null
    /** Where the privacy policy is. */
    readonly privacyPolicyLink?: string | null
    /** Where the terms and conditions are. */
    readonly termsAndConditionsLink?: string | null
  }
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface UpdateCampaignBody {
  /** The campaign. */
  readonly campaign: {
    /** The name of the campaign. */
    readonly name: string
    /** What is sent, and to whom. */
    readonly description: string
    /** Of which kind the campaign is. */
    readonly type: string
    /** What the messages are for: at least one. */
    readonly useCases: ReadonlyArray<{
      /** The use case, as the registry of the United States names it. */
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
      /** Messages as they will be sent: 1 to 5. */
      readonly sampleMessages: ReadonlyArray<string>
    }>
    /** How many messages are expected. */
    readonly volume?: string | null
    /** How recipients give their consent. */
    readonly messageFlow?: string | null
    /** The words that give consent, with commas between them. */
    readonly optinKeywords?: string | null
    /** What is answered to them. */
    readonly optinMessage?: string | null
    /** The words that take consent back, with commas between them. */
    readonly optoutKeywords?: string | null
    /** What is answered to them. */
    readonly optoutMessage?: string | null
    /** The words that ask for help, with commas between them. */
    readonly helpKeywords?: string | null
    /** What is answered to them. */
    readonly helpMessage?: string | null
    /** Where the privacy policy is. */
    readonly privacyPolicyLink?: string | null
    /** Where the terms and conditions are. */
    readonly termsAndConditionsLink?: string | null
  }
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface DeleteCampaignBody {
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
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
