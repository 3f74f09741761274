/**
 * Erases the rows that are deleted as they are found.
 */
import * as Limit from "../catalogue/Limit.ts"
import type * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { PartsWork } from "../inbound/PartsWork.ts"
import { CarrierReferences } from "../row/CarrierReference.ts"
import { ConsentRecords } from "../row/ConsentRecord.ts"
import { ConversationOpenings } from "../row/ConversationOpening.ts"
import { InboundPartsRows } from "../row/InboundParts.ts"
import type { Kind } from "../row/Kind.ts"
import { ref } from "../row/Kind.ts"
import { Messages } from "../row/Message.ts"
import { OneTimeCodes } from "../row/OneTimeCode.ts"
import type { KindName } from "../row/Row.ts"
import { Verifications } from "../row/Verification.ts"
import type { AccountId, VerificationId } from "../value/Id.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import { ExpiryWork } from "../verification/VerificationWork.ts"
import type { Erased, Subject } from "./Erased.ts"
import { isIncluded, owners } from "./Erased.ts"

interface Plain<Value> {
  readonly kind: Kind<KindName, Value>
  readonly phone: (value: Value) => PhoneNumber
  /** Returns what goes with a row. */
  readonly besides?: (key: string) => Pick<Partial<Commit.Commit>, "cancels" | "deletes">
}

const plain = <Value extends { readonly account: AccountId }>({ besides, kind, phone }: Plain<Value>): Erased => {
  const own = (keys: ReadonlyArray<string>, subject: Subject, facts: Facts.Facts) =>
    keys.flatMap((key) => {
      const value = Facts.peek(facts, kind, key) ?? null
      return value !== null && phone(value) === subject.phone ? [{ key, account: value.account }] : []
    })
  return {
    kind: kind.name,
    most: Limit.recipientErasure.messages,
    needs: (keys, subject, facts) =>
      Needs.all(Needs.rows(kind, keys), owners(own(keys, subject, facts).map(({ account }) => account))),
    take: (keys, subject, { facts }) => {
      const gone = own(keys, subject, facts).filter(({ account }) => isIncluded(subject, account, facts))
      const others = gone.map(({ key }) => besides?.(key) ?? {})
      return {
        commit: {
          expects: gone.map(({ key }) => Facts.expected(facts, kind, key)),
          deletes: [...gone.map(({ key }) => ref(kind, key)), ...others.flatMap(({ deletes = [] }) => deletes)],
          cancels: others.flatMap(({ cancels = [] }) => cancels)
        }
      }
    }
  }
}

export const ErasedVerifications = plain({
  kind: Verifications,
  phone: ({ phone }) => phone,
  besides: (key) => ({ deletes: [ref(OneTimeCodes, key)], cancels: [ExpiryWork.ref(key as VerificationId)] })
})

export const ErasedConsent = plain({ kind: ConsentRecords, phone: ({ phone }) => phone })

export const ErasedOpenings = plain({ kind: ConversationOpenings, phone: ({ phone }) => phone })

export const ErasedParts = plain({
  kind: InboundPartsRows,
  phone: ({ from }) => from,
  besides: (key) => ({ cancels: [PartsWork.ref(key)] })
})

/** References that name their recipient. Those of messages that are there still go with these. */
export const ErasedReferences: Erased = {
  kind: "carrier_reference",
  most: Limit.recipientErasure.messages,
  needs: (keys, _, facts) =>
    Needs.all(
      Needs.rows(CarrierReferences, keys),
      Needs.rows(Messages, keys.flatMap((key) => Facts.peek(facts, CarrierReferences, key)?.message ?? []))
    ),
  take: (keys, { phone }, { facts }) => {
    const gone = keys.filter((key) => {
      const found = Facts.get(facts, CarrierReferences, key)
      return found?.to === phone && Facts.get(facts, Messages, found.message) === null
    })
    return {
      commit: {
        expects: gone.map((key) => Facts.expected(facts, CarrierReferences, key)),
        deletes: gone.map((key) => ref(CarrierReferences, key))
      }
    }
  }
}
