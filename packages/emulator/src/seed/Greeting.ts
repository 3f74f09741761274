/**
 * The template that an emulator without a seed file has from the start, so that the first message can be sent at once.
 */
import { FindAccount } from "@signalbox/core/accounts/Authenticate"
import * as Commit from "@signalbox/core/commit/Commit"
import * as Facts from "@signalbox/core/commit/Facts"
import * as Needs from "@signalbox/core/commit/Needs"
import type { Use } from "@signalbox/core/commit/Use"
import { Decider } from "@signalbox/core/engine/Decider"
import { Operations } from "@signalbox/core/operation/Operations"
import { CreateTemplate } from "@signalbox/core/operation/templates/CreateTemplate"
import { templateName, Templates } from "@signalbox/core/row/Template"
import * as Naming from "@signalbox/core/template/Naming"
import type { AccountId } from "@signalbox/core/value/Id"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

const greeting = {
  definition: {
    body: {
      multiChannel: {
        template: "Hello {{0:variable}}, welcome to Signalbox.",
        variables: [{ id: 0, name: "name", type: "variable", props: { variableType: "text", sample: "Ada" } }]
      }
    }
  },
  submit_for_review: true
} as const

/** Whether the account has a template of this name already. */
const HasTemplate: Use<{ readonly account: AccountId; readonly name: string }, boolean> = {
  name: "emulator.has_template",
  needs: ({ account, name }) => Needs.unique(templateName(account, name)),
  decide: ({ account, name }, facts) =>
    Result.succeed({ answer: Facts.find(facts, Templates, templateName(account, name)) !== null, commit: Commit.empty })
}

/** Makes it for an account that does not have it yet, and tells its name. */
export const make = Effect.fnUntraced(function*(account: AccountId) {
  const decider = yield* Decider
  const operations = yield* Operations
  const name = Naming.name(greeting.definition)
  const { answer: owner } = yield* decider.run(FindAccount, account)
  const { answer: isThere } = yield* decider.run(HasTemplate, { account, name })
  if (owner === null || isThere) return name
  const answer = yield* operations.run(CreateTemplate, { account: owner, keyAccount: owner }, {
    path: {},
    query: {},
    body: greeting,
    requestId: "req_seed",
    idempotency: null
  })
  return (yield* answer.result).name
})
