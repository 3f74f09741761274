/**
 * A verification that runs, and whoever asks about it, for tests of core.
 */
import type { Caller } from "@signalbox/core/Caller"
import { put } from "@signalbox/core/Commit"
import type { VerificationId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { OneTimeCodes } from "@signalbox/core/internal/row/OneTimeCode"
import * as Code from "@signalbox/core/internal/verification/Code"
import { ExpiryWork } from "@signalbox/core/internal/verification/VerificationWork"
import type { Verification } from "@signalbox/core/Verification"
import { Verifications } from "@signalbox/core/Verification"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

export const id = "0e51f1ed-0000-7000-8000-000000000001" as VerificationId

export const rightCode = "483920"

export const caller: Caller = { account: Given.account(), keyAccount: Given.account() }

export const verification = (parts: Partial<Verification> = {}): Verification => ({
  id,
  account: Given.accountId(1),
  phone: Given.phone(1),
  purpose: "default",
  status: "pending",
  codeLength: 6,
  code: Code.hashed(parts.id ?? id, rightCode, Given.ids(7).secrets),
  tries: 0,
  sends: [{
    message: Given.messageId(1),
    channel: "sms",
    template: { id: Given.templateId(1), name: "code" },
    at: Given.now
  }],
  createdAt: Given.now,
  expiresAt: Instant.plus(Given.now, 10 * Instant.minute),
  endedAt: null,
  ...parts
})

/** A store with this verification, its code, and the work that ends it. */
export const store = (of: Verification = verification()): FactStore => {
  const made = new FactStore([put(Verifications, of)])
  if (of.status !== "pending") return made
  made.put(put(OneTimeCodes, { verification: of.id, code: rightCode }))
  made.work.set(`verification_expiry:${of.id}`, ExpiryWork.due(of.id, of.account, of.expiresAt))
  return made
}
