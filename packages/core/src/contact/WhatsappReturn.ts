/**
 * A contact that WhatsApp could not reach is tried there again after a while (decisions 4.1 "WhatsApp recipient-side
 * failure").
 */
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import { Contacts } from "../row/Contact.ts"
import { WhatsappReturnWork } from "./ContactWork.ts"

export const WhatsappReturn = LeasedDecision.make<LeasedDecision.Leased, void>({
  name: "contacts.whatsapp_return",
  needs: ({ lease }) => Needs.row(Contacts, WhatsappReturnWork.target(lease)),
  decide: ({ lease }, { facts }) => {
    const found = Facts.get(facts, Contacts, WhatsappReturnWork.target(lease))
    if (found === null || found.whatsappUndeliverableUntil === undefined) return done(undefined)
    const { whatsappUndeliverableUntil: _, ...contact } = found
    return done(undefined, {
      expects: [Facts.expected(facts, Contacts, found.id)],
      puts: [Commit.put(Contacts, contact)]
    })
  }
})

export const WhatsappReturnJob = Job.make({
  work: WhatsappReturnWork,
  decides: WhatsappReturn,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
