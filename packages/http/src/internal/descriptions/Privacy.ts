/**
 * Sentences about the fields of erasures and exports (decisions 17.6).
 */
import type { Descriptions } from "./Descriptions.ts"

export const descriptions: Descriptions = {
  "privacy.erase.phone_number": "Signalbox, beyond v3: the number that is to be named nowhere any more, in E.164.",
  "Erasure.status": "Signalbox, beyond v3: whether the erasure still runs, or is completed.",
  "Erasure.messages": "Signalbox, beyond v3: how many messages it has erased so far.",
  requested_at: "Signalbox, beyond v3: when the erasure was asked for.",
  "Erasure.completed_at":
    "Signalbox, beyond v3: when nothing named the number any more; it is left out as long as the erasure runs.",
  records: "Signalbox, beyond v3: what was found, each record a line of an export.",
  "ExportPage.after": "Signalbox, beyond v3: where the next page begins; null after the last one.",
  "ExportRecord.type": "Signalbox, beyond v3: what the record is.",
  "ExportRecord.account_id":
    "Signalbox, beyond v3: the account whose record it is: the organization or one of its profiles.",
  "ExportRecord.data":
    "Signalbox, beyond v3: the record, with the fields that the API shows of such a thing, or those that concern a person."
}
