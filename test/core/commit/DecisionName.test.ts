/**
 * The names of decisions that no request asks for: audit logs, traces and the words of failures tell by them what was done,
 * so that whoever searches for one finds it after each update.
 */
import { Retain } from "@signalbox/core/internal/audit/Retention"
import { CarrierConsent } from "@signalbox/core/internal/consent/CarrierConsent"
import { SetKeyword } from "@signalbox/core/internal/consent/SetKeyword"
import { Erasure } from "@signalbox/core/internal/contact/Erasure"
import { Inherit } from "@signalbox/core/internal/contact/Inherit"
import { Prefer } from "@signalbox/core/internal/contact/Prefer"
import { WhatsappReturn } from "@signalbox/core/internal/contact/WhatsappReturn"
import { PinCarrier, ReleaseCarrier } from "@signalbox/core/internal/health/PinCarrier"
import { ReviewCarriers } from "@signalbox/core/internal/health/ReviewCarriers"
import { Receive } from "@signalbox/core/internal/inbound/Receive"
import { ReceivePart } from "@signalbox/core/internal/inbound/ReceivePart"
import { PrefixMemory, PrefixReview } from "@signalbox/core/internal/protection/PrefixReview"
import { LiftPrefix, PinPrefix } from "@signalbox/core/internal/protection/SetPause"
import { PurgeAccounts } from "@signalbox/core/internal/retention/PurgeAccounts"
import { PurgeStep } from "@signalbox/core/internal/retention/PurgeStep"
import { SetServiceRetention } from "@signalbox/core/internal/retention/SetServiceRetention"
import { AddUser } from "@signalbox/core/internal/user/AddUser"
import { Permit } from "@signalbox/core/internal/user/Permission"
import { SetUserStatus } from "@signalbox/core/internal/user/SetUserStatus"
import { Expire } from "@signalbox/core/internal/verification/Expire"
import { expect, it } from "vitest"

const decisions = {
  "accounts.set_keyword": SetKeyword,
  "audit_log.retain": Retain,
  "carriers.pin": PinCarrier,
  "carriers.release": ReleaseCarrier,
  "carriers.review": ReviewCarriers,
  "consent.report": CarrierConsent,
  "contacts.erasure": Erasure,
  "contacts.inherit": Inherit,
  "contacts.prefer": Prefer,
  "contacts.whatsapp_return": WhatsappReturn,
  "inbound.receive": Receive,
  "inbound.receive_part": ReceivePart,
  "people.add_user": AddUser,
  "people.permit": Permit,
  "people.set_user_status": SetUserStatus,
  "prefixes.forget": PrefixMemory,
  "prefixes.lift": LiftPrefix,
  "prefixes.pin": PinPrefix,
  "prefixes.review": PrefixReview,
  "retention.purge": PurgeStep,
  "retention.purge_accounts": PurgeAccounts,
  "retention.set_for_all": SetServiceRetention,
  "verifications.expire": Expire
}

it("a decision that no request asks for goes by its name", () => {
  expect(Object.values(decisions).map(({ name }) => name)).toEqual(Object.keys(decisions))
})
