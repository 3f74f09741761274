/**
 * Somebody who was erased between the acceptance and the dispatch of a message is still not sent to.
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import * as Gate from "@signalbox/core/internal/dispatch/Gate"
import * as Recipient from "@signalbox/core/internal/dispatch/Recipient"
import { names, SuppressionHashes } from "@signalbox/core/internal/row/SuppressionHash"
import * as Needs from "@signalbox/core/Needs"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const message = Given.message()
const owner = Given.account({
  id: message.account,
  suppressionHashes: { since: Given.now, keys: [`old:${Buffer.from("old").toString("base64")}`] }
})
const [name] = names(owner, message.phone)

it.each([
  ["opted out", { optOut: { at: Given.now, source: "API" as const } }, true],
  ["is suppressed", { suppressedAt: Given.now }, true],
  ["has opted out of its purpose", { purposes: { news: { at: Given.now, source: "API" as const } } }, true],
  ["has opted out of another purpose", { purposes: { offers: { at: Given.now, source: "API" as const } } }, false],
  ["is unknown", null, false]
])("a message to somebody without a contact who %s [XPR-091]", (_, said, blocks) => {
  const rows = said === null ? [] : [Commit.put(SuppressionHashes, { ...name!, ...said })]
  const store = new FactStore([Commit.put(Accounts, owner), ...rows])
  const facts = store.load(Needs.all(
    Needs.row(Accounts, owner.id),
    Recipient.needs(message, store.load(Needs.row(Accounts, owner.id)))
  ))
  const input = {
    ...Recipient.of(message, facts),
    accounts: [owner],
    template: null,
    destination: null,
    purpose: { name: "news" }
  }
  expect(Gate.atHandOver.slice(0, 2).some((gate) => gate.blocks(input))).toBe(blocks)
  // Whoever learns of it meanwhile makes the commit stale.
  expect(Recipient.expected(message, facts)).toHaveLength(2)
})
