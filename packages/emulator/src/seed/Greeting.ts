/**
 * The template that an emulator without a seed file has from the start, so that the first message can be sent
 * immediately.
 */
import { CreateTemplate } from "@signalbox/core/Catalogue"
import type { AccountId } from "@signalbox/core/Id"
import * as Naming from "@signalbox/core/Naming"
import { Operations } from "@signalbox/core/Operations"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"

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

/** Makes it for an account that does not have it yet, and tells its name. */
export const make = Effect.fnUntraced(function*(account: AccountId) {
  const operator = yield* Operator
  const operations = yield* Operations
  const name = Naming.name(greeting.definition)
  const owner = yield* operator.find(account)
  const template = yield* operator.findTemplateByName(account, name)
  if (owner === null || template !== null) return name
  const answer = yield* operations.run(CreateTemplate, { account: owner, keyAccount: owner }, {
    path: {},
    query: {},
    body: greeting,
    requestId: "req_seed",
    idempotency: null
  })
  return (yield* answer.result).name
})
