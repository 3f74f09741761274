/**
 * The fields that only sender profiles have. The deprecated profiles are the same accounts, so the fields that only
 * they show are here too (decisions 3.7).
 */
import * as Schema from "effect/Schema"
import { AccountId } from "../value/Id.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import { Brand } from "./Brand.ts"
import { Details } from "./Market.ts"

export const ProfileStatus = Schema.Literals(["incomplete", "pending_review", "approved", "rejected"])
export type ProfileStatus = typeof ProfileStatus.Type

/** The account that pays for the messages of the profile. */
export const BillingModel = Schema.Literals(["profile", "organization", "profile_and_organization"])
export type BillingModel = typeof BillingModel.Type

export const BillingContact = Schema.Struct({
  name: Schema.String,
  email: Schema.String,
  phone: Schema.NullOr(Schema.String),
  address: Schema.NullOr(Schema.String)
})

export const WhatsAppAccount = Schema.Struct({ wabaId: Schema.String, phoneNumberId: Schema.NullOr(Schema.String) })
export type WhatsAppAccount = typeof WhatsAppAccount.Type

export const ProfileDetails = Schema.Struct({
  status: ProfileStatus,
  billingModel: BillingModel,
  billingContact: Schema.NullOr(BillingContact),
  /** Whether the profile uses the organization's registrations instead of its own. */
  inheritsBrand: Schema.Boolean,
  inheritsCampaign: Schema.Boolean,
  brand: Schema.NullOr(Brand),
  campaign: Schema.NullOr(Details),
  /** The WhatsApp business account, which the deprecated profiles show; its status is among the channels. */
  whatsapp: Schema.NullOr(WhatsAppAccount),
  sendingNumber: Schema.NullOr(PhoneNumber),
  sendingNumberProfile: Schema.NullOr(AccountId),
  sendingWhatsappNumberProfile: Schema.NullOr(AccountId),
  whatsappNumber: Schema.NullOr(PhoneNumber),
  allowsNumberChange: Schema.NullOr(Schema.Boolean)
})
export type ProfileDetails = typeof ProfileDetails.Type

/** The details of a new profile before its owner has given any. */
export const blank = (status: ProfileStatus): ProfileDetails => ({
  status,
  billingModel: "profile",
  billingContact: null,
  inheritsBrand: false,
  inheritsCampaign: false,
  brand: null,
  campaign: null,
  whatsapp: null,
  sendingNumber: null,
  sendingNumberProfile: null,
  sendingWhatsappNumberProfile: null,
  whatsappNumber: null,
  allowsNumberChange: null
})
