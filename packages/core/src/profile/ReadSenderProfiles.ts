/**
 * GET /v3/sender-profiles and GET /v3/sender-profiles/{id}.
 */
import * as Schema from "effect/Schema"
import * as OwnChannels from "../channel/OwnChannels.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as ChosenSenders from "../dispatch/ChosenSenders.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Operation from "../operation/Operation.ts"
import * as Paging from "../operation/Paging.ts"
import * as Reading from "../operation/Reading.ts"
import { AccountId } from "../value/Id.ts"
import * as Ownership from "./Ownership.ts"
import * as SenderProfileResource from "./SenderProfileResource.ts"

const reading = {
  ...Reading.operation,
  asks: "organization"
} as const

// A request that acts as a profile finds none, because a profile has no profiles.
const listOf = (caller: Caller, query: Paging.Query): Needs.ListQuery => ({
  list: "profiles",
  scope: caller.account.id,
  ...Paging.part(query)
})

export const ListSenderProfiles = Operation.consulting({
  ...reading,
  name: "sender_profiles.list",
  summary: "List the sender profiles of the organization",
  description: "Lists the profiles of the organization that are not deleted.",
  path: Schema.Struct({}),
  query: Paging.Query,
  data: Schema.Struct({
    sender_profiles: Schema.Array(SenderProfileResource.SenderProfileResource),
    pagination: Paging.Pagination
  }),
  consult: ChosenSenders.consult,
  decides: {
    name: "sender_profiles.list",
    needs: ({ caller, query }, facts) =>
      Needs.all(
        Needs.list(listOf(caller, query)),
        ...(Facts.peekPage(facts, listOf(caller, query))?.rows ?? []).map(({ key }) =>
          OwnChannels.needs(key as AccountId)
        )
      ),
    decide: ({ caller, consulted, query }, { facts }) => {
      const { rows, total } = Facts.page(facts, listOf(caller, query))
      return Reading.answer({
        sender_profiles: rows.flatMap((row) =>
          row.kind === "account"
            ? [SenderProfileResource.fromAccount(row.value, OwnChannels.of(facts, row.value.id), consulted)]
            : []
        ),
        pagination: Paging.pagination(query, total)
      })
    }
  }
})

export const GetSenderProfile = Operation.consulting({
  ...reading,
  name: "sender_profiles.get",
  refuses: ["RESOURCE_014"],
  summary: "Read a sender profile",
  description: "Answers a profile with its channels.",
  path: Schema.Struct({ id: AccountId }),
  query: Schema.Struct({}),
  data: SenderProfileResource.SenderProfileResource,
  consult: ChosenSenders.consult,
  decides: {
    name: "sender_profiles.get",
    needs: ({ path }) => Needs.all(Ownership.needs(path.id), OwnChannels.needs(path.id)),
    decide: ({ caller, consulted, path }, { facts }) => {
      const profile = Ownership.find(caller.keyAccount, path.id, facts)
      return Reading.answerOr(
        profile,
        "RESOURCE_014",
        (profile) => SenderProfileResource.fromAccount(profile, OwnChannels.of(facts, profile.id), consulted)
      )
    }
  }
})
