/**
 * What the emulator has from the start: an organization with a key, a balance and a number, and a template that is
 * ready to be sent.
 */
import { AddKey } from "@signalbox/core/accounts/AddKey"
import { FindAccount } from "@signalbox/core/accounts/Authenticate"
import { CreateAccount } from "@signalbox/core/accounts/CreateAccount"
import * as Limit from "@signalbox/core/catalogue/Limit"
import * as Commit from "@signalbox/core/commit/Commit"
import * as Facts from "@signalbox/core/commit/Facts"
import * as Needs from "@signalbox/core/commit/Needs"
import type { Use } from "@signalbox/core/commit/Use"
import * as Sender from "@signalbox/core/dispatch/Sender"
import { Decider } from "@signalbox/core/engine/Decider"
import { CreateTemplate } from "@signalbox/core/operation/CreateTemplate"
import { Operations } from "@signalbox/core/operation/Operations"
import type { Account } from "@signalbox/core/row/Account"
import { blank } from "@signalbox/core/row/Profile"
import { nameKey, TemplateNames } from "@signalbox/core/row/Template"
import * as Naming from "@signalbox/core/template/Naming"
import type { AccountId } from "@signalbox/core/value/Id"
import * as Money from "@signalbox/core/value/Money"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

export interface Seeded {
  /** A key to begin with, or null when the accounts have none. */
  readonly apiKey: string | null
  readonly templateName: string | null
}

/** The one organization of an emulator without a seed file. */
export const organization = "00000000-0000-4000-8000-000000000001" as AccountId

export const openingBalance = Money.fromNumber(1000)

/** An account as the emulator makes them: every channel, one number. */
export const account = (
  id: AccountId,
  given: Partial<Omit<Account, "id" | "createdAt">> = {}
): Omit<Account, "createdAt"> => ({
  id,
  type: "organization",
  name: "Emulator",
  email: "owner@example.com",
  icon: null,
  description: null,
  organization: null,
  shortName: null,
  numbers: [Sender.defaultNumber(id)],
  channels: ["sms", "whatsapp", "rcs", "mms"],
  requestsPerMinute: Limit.standardRequestsPerMinute,
  dailyMessageLimit: null,
  allowMms: true,
  stage: "verified",
  quietHours: "off",
  keywords: [],
  routes: [],
  profile: given.type === "profile" ? blank("approved") : null,
  updatedAt: null,
  deletedAt: null,
  ...given
})

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

/** Whether the account has a template of this name already: an emulator on a database is started more than once. */
const HasTemplate: Use<{ readonly account: AccountId; readonly name: string }, boolean> = {
  name: "emulator.has_template",
  needs: ({ account, name }) => Needs.row(TemplateNames, nameKey(account, name)),
  decide: ({ account, name }, facts) =>
    Result.succeed({ answer: Facts.get(facts, TemplateNames, nameKey(account, name)) !== null, commit: Commit.empty })
}

const templateName = Naming.name(greeting.definition)

export const seed = Effect.fnUntraced(function*({ apiKey }: { readonly apiKey: string }) {
  const decider = yield* Decider
  const operations = yield* Operations
  yield* decider.run(CreateAccount, { account: account(organization), apiKeys: [], balance: openingBalance })
  yield* decider.run(AddKey, { account: organization, apiKey })
  const { answer: owner } = yield* decider.run(FindAccount, organization)
  if (owner === null) return yield* Effect.die(new Error("the seeded organization is gone"))
  const { answer: isThere } = yield* decider.run(HasTemplate, { account: organization, name: templateName })
  if (!isThere) {
    const answer = yield* operations.run(CreateTemplate, { account: owner, keyAccount: owner }, {
      path: {},
      query: {},
      body: greeting,
      requestId: "req_seed",
      idempotency: null
    })
    if (answer.status !== 201) return yield* Effect.die(new Error(`no template: ${answer.outcome?.json}`))
  }
  return { apiKey, templateName } satisfies Seeded
})
