/**
 * The rules over several fields of a webhook's body, with the words in which clients are told of them (specification
 * "Webhook", decisions 3.1).
 */
import * as WebhookBody from "@signalbox/core/internal/webhook/WebhookBody"
import type { JsonObject } from "@signalbox/core/Json"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const account = Given.account()
const profile = Given.account({ id: Given.accountId(2), type: "profile", organization: account.id })

const nothing = {
  field: "event_types",
  code: "VALIDATION_001",
  message: "must contain at least one event family, unless sender_profile does"
}
const filter = (field: string) => ({
  field,
  code: "VALIDATION_001",
  message: "must be one of the families in event_types"
})
const suffix = (field: string) => ({
  field,
  code: "VALIDATION_006",
  message: "must be one of: pending, approved, rejected, paused, archived"
})
const noArray = { field: "sender_profile.event_types", code: "VALIDATION_001", message: "must be an array" }
const forbidden = { field: "sender_profile", code: "VALIDATION_001", message: "cannot be set by a profile" }

type Body = WebhookBody.WebhookBody

it.each<
  readonly [body: Partial<Body> & JsonObject, created: ReadonlyArray<object>, replaced: ReadonlyArray<object> | null]
>([
  [{ event_types: ["message"] }, [], null],
  [{}, [nothing], []],
  [{ event_types: null }, [nothing], []],
  [{ event_types: [] }, [nothing], []],
  [{ event_types: [], sender_profile: { event_types: [] } }, [nothing], null],
  [{ event_types: ["message"], sender_profile: { event_types: [] } }, [], null],
  [{ event_types: [], sender_profile: { event_types: ["message"] } }, [], null],
  [{ event_types: ["message"], sender_profile: {} }, [noArray], null],
  [{ event_types: ["message"], sender_profile: { event_types: null } }, [noArray], null],
  [{ event_types: [], sender_profile: null }, [nothing], []],
  [
    {
      event_types: ["templates"],
      event_filters: { templates: ["paused", "message.sent", "approved", "x"], contact: [] }
    },
    [suffix("event_filters.templates[1]"), suffix("event_filters.templates[3]"), filter("event_filters.contact")],
    null
  ],
  [
    {
      event_types: ["message"],
      sender_profile: { event_types: ["templates"], event_filters: { message: [], templates: ["x"] } }
    },
    [filter("sender_profile.event_filters.message"), suffix("sender_profile.event_filters.templates[0]")],
    null
  ],
  [{ event_filters: { message: [] } }, [nothing, filter("event_filters.message")], [filter("event_filters.message")]],
  [{ event_types: ["message"], event_filters: { nothing: [] } }, [filter("event_filters.nothing")], null]
])("%j is told %j when it is created", (body, created, replaced) => {
  const told = (keepsClones: boolean, as = account) =>
    WebhookBody.check(body, { account: as, keyAccount: as }, body, keepsClones)
  expect(told(false)).toStrictEqual(created)
  expect(told(true)).toStrictEqual(replaced ?? created)
  const isCloned = body.sender_profile !== undefined && body.sender_profile !== null
  if (isCloned) expect(told(false, profile)).toContainEqual(forbidden)
  else expect(told(false, profile)).toStrictEqual(created)
})

it("says nothing of filters, nor of clones, whose families are wrong themselves", () => {
  const caller = { account, keyAccount: account }
  const raw = { event_types: ["nothing"], event_filters: { message: ["x"] }, sender_profile: "x" }
  expect(WebhookBody.check({ event_filters: { message: ["x"] } }, caller, raw, false)).toEqual([])
})
