/**
 * A message that stands in line is cancelled before it is erased, so that what was reserved for it comes back.
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import { ErasedMessages } from "@signalbox/core/internal/privacy/ErasedMessages"
import { Messages } from "@signalbox/core/Message"
import * as Needs from "@signalbox/core/Needs"
import { expect, it } from "vitest"
import { FactStore } from "../core/FactStore.ts"
import * as Given from "../core/Given.ts"

it("what waits is cancelled, and erased by the next step [XPR-099]", () => {
  const waiting = Given.message({ status: "SCHEDULED", attempts: [] })
  const owner = Given.account({ id: waiting.account })
  const subject = { account: owner.id, phone: waiting.phone, pseudonym: "x" }
  const taken = (message: typeof waiting) => {
    const store = new FactStore([Commit.put(Accounts, owner), Commit.put(Messages, message)])
    const first = store.load(Needs.row(Messages, message.id))
    const facts = store.load(ErasedMessages.needs([message.id], subject, first))
    return ErasedMessages.take([message.id], subject, { facts, now: Given.now, ids: Given.ids() })
  }
  const { commit, messages, staysUntil } = taken(waiting)
  expect([staysUntil, messages, commit.deletes ?? []]).toEqual([Given.now, undefined, []])
  expect(commit.puts).toContainEqual(expect.objectContaining({ kind: "message", key: waiting.id }))
  const cancelled = Given.message({ ...waiting, status: "CANCELLED" })
  expect(taken(cancelled)).toMatchObject({ messages: 1, commit: { deletes: [{ kind: "message", key: waiting.id }] } })
})
