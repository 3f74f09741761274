/**
 * POST /v3/messages/explain: tells what would become of a send, and why (decisions 18.1).
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Draft from "../accept/Draft.ts"
import * as SendBody from "../accept/SendBody.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as ChosenSenders from "../dispatch/ChosenSenders.ts"
import type { Taking } from "../dispatch/DispatchStep.ts"
import * as ImmediateDispatch from "../dispatch/ImmediateDispatch.ts"
import * as Operation from "../operation/Operation.ts"
import * as Reading from "../operation/Reading.ts"
import { contactNumber, Contacts, isVisible } from "../row/Contact.ts"
import type { Message } from "../row/Message.ts"
import * as Explanation from "./Explanation.ts"
import * as ExplanationResource from "./ExplanationResource.ts"

/** Returns the id of the contact that the account has of the recipient, or null. */
const contactId = ({ account, phone }: Message, facts: Facts.Facts): string | null => {
  const found = Facts.find(facts, Contacts, contactNumber(account, phone))
  return found !== null && isVisible(found) ? found.id : null
}

export const ExplainMessage: Operation.Operation<
  object,
  object,
  SendBody.SendBody,
  Taking,
  ExplanationResource.ExplanationResource,
  "messages.explain"
> = Operation.consulting({
  ...Reading.operation,
  name: "messages.explain",
  beyond: true,
  summary: "Explain what would become of a message",
  description:
    `Takes the body of \`POST /v3/messages\`, refuses what that refuses, and tells of each message that it would make which routing rules it meets, which routes remain in which order and why every other one was dropped, what it costs, whether quiet hours would hold it and which gates would stop it. All messages are counted by their outcome, and the first ${Limit.explain.messages} are explained. Nothing is sent, stored, charged or told, so the sandbox answers alike; a send that is scheduled is explained as of its time, on what is known now.`,
  path: Schema.Struct({}),
  body: SendBody.SendBody,
  data: ExplanationResource.ExplanationResource,
  refuses: ["RESOURCE_002", "VALIDATION_008"],
  check: ({ body }, _caller, raw, now) => SendBody.check(body, raw, now),
  consult: (_input, _caller, here) =>
    Effect.map(ChosenSenders.settings(here), (settings) => ({ settings, at: here.now })),
  decides: {
    name: "messages.explain",
    needs: (command, facts) => {
      const { body, caller, consulted } = command
      const at = SendBody.scheduledAt(body) ?? consulted.at
      return Needs.all(
        Draft.needs(command, facts),
        ImmediateDispatch.needs(caller.account, Draft.addressed(command, facts), at, facts)
      )
    },
    decide: (command, grounds) => {
      const drafted = Draft.make(command, grounds)
      if (Result.isFailure(drafted)) return Result.fail(drafted.failure)
      const { commit, messages } = drafted.success
      const known = ImmediateDispatch.withRevisions(
        Facts.following(grounds.facts, commit),
        Draft.addressed(command, grounds.facts)
      )
      const all = Explanation.all(messages, command.consulted.settings, { ...grounds, facts: known })
      return Reading.answer({
        messages: all.length,
        outcomes: ExplanationResource.sums(all),
        recipients: all.slice(0, Limit.explain.messages).map((each) =>
          ExplanationResource.message(each, contactId(each.before, grounds.facts))
        )
      })
    }
  }
})
