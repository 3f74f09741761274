/** The events that a webhook can subscribe to, as people read them (specification "Webhooks", decisions 3.1). */
import { families } from "@signalbox/core/EventName"
import { ListEventTypes } from "@signalbox/core/EventTypes"
import * as EventTypes from "@signalbox/core/EventTypes"
import * as Facts from "@signalbox/core/Facts"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const beyond = "Signalbox, beyond v3: what"

const told = [
  ["message", "Messages", "What becomes of messages, and messages that come in."],
  ["templates", "Templates", "Outcomes of the review of templates."],
  ["contact", "Contacts", "Consent that contacts give and take back."],
  ["channel", "Channels", "What becomes of the markets in which an account sends."],
  ["verification", "Verifications", `${beyond} becomes of codes that are sent to verify a number.`],
  ["account", "Account", `${beyond} the account itself has to look at.`]
] as const

it("are families by name and title, and the events of each, of which every one is active", () => {
  const grounds = { facts: Facts.empty, now: Given.now, ids: Given.ids() }
  const asked = {
    path: {},
    query: {},
    body: {},
    caller: { account: Given.account(), keyAccount: Given.account() },
    consulted: undefined
  }
  const decided = Result.getOrThrow(ListEventTypes.decides.decide(asked, grounds))
  expect(decided.answer.event_types).toStrictEqual(told.map(([name, display_name, description]) => ({
    name,
    display_name,
    description,
    is_active: true,
    event_type: null,
    sub_types: families[name].map((suffix: string) => ({
      name: suffix,
      display_name: `${suffix[0]!.toUpperCase()}${suffix.slice(1).split("_").join(" ")}`,
      description: EventTypes.description(`${name}.${suffix}` as Parameters<typeof EventTypes.description>[0]),
      is_active: true,
      event_type: `${name}.${suffix}`,
      sub_types: null
    }))
  })))
  expect(decided.answer.pagination).toMatchObject({ total_count: 6 })
})
