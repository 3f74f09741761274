/**
 * Sentences about the fields of events that tell of the account itself (decisions 17).
 */
import type { Descriptions } from "./Descriptions.ts"

export const descriptions: Descriptions = {
  "SpendWarningEvent.account_id":
    "Signalbox, beyond v3: the account whose spend cap it is; that of an organization holds for its profiles as well.",
  "SpendWarningEvent.region":
    "Signalbox, beyond v3: the country, where the cap is that of messages to one; otherwise null.",
  "SpendWarningEvent.period": "Signalbox, beyond v3: whether the cap is one for a day or for a month of UTC.",
  "SpendWarningEvent.starts_on":
    "Signalbox, beyond v3: the day, or the first day of the month, in UTC, such as 2030-01-15.",
  "SpendWarningEvent.cap":
    "Signalbox, beyond v3: the most that messages may cost in that time, in the currency of the account.",
  "SpendWarningEvent.spent":
    "Signalbox, beyond v3: how much they cost so far, reserved prices included; at least four fifths of the cap.",
  "SpendWarningEvent.updated_at": "Signalbox, beyond v3: when so much was spent for the first time.",
  "AuditEntry.count": "How many of them were changed together: 1, unless one entry stands for many."
}
