/** The work that begins with the retention of an account: once, and only where there is something to do. */
import type { Account } from "@signalbox/core/Account"
import * as PurgeWork from "@signalbox/core/internal/account/PurgeWork"
import * as RedactionWork from "@signalbox/core/internal/account/RedactionWork"
import type { Retention } from "@signalbox/core/Retention"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const kept = (retention?: Retention): Account => Given.account(retention === undefined ? {} : { retention })

const purge = [
  { kind: "purge", at: Given.now, lane: `retention:${Given.accountId(1)}` },
  { kind: "purge_accounts", at: Given.now, lane: "retention:all" }
]
const redaction = [{ kind: "redaction", at: Given.now, lane: `privacy:${Given.accountId(1)}` }]

it.each<[string, Retention | undefined, Account | null, ReadonlyArray<object>, ReadonlyArray<object>]>([
  ["none, on a new account", undefined, null, [], []],
  ["one that keeps everything", {}, null, [], []],
  ["days of texts", { texts: 1 }, null, [], redaction],
  ["days of media", { media: 1 }, null, [], redaction],
  ["days of numbers", { numbers: 1 }, null, [], redaction],
  ["days of the bodies of events", { webhookBodies: 1 }, null, [], redaction],
  ["days of messages", { messages: 1 }, null, purge, []],
  ["days of events", { webhookEvents: 1 }, null, purge, []],
  ["days of contacts", { contacts: 1 }, null, purge, []],
  ["days of usage", { messages: 1, usage: 2 }, kept(), purge, []],
  ["both, where there was none", { texts: 1, messages: 2 }, kept(), purge, redaction],
  ["both, where there was another one", { texts: 1, messages: 2 }, kept({ texts: 1, messages: 3 }), purge, redaction],
  ["the same as before", { texts: 1, messages: 2 }, kept({ texts: 1, messages: 2 }), [], []],
  ["none any more", undefined, kept({ texts: 1, messages: 2 }), [], []]
])("a retention of %s [XRE-015]", (_, retention, before, purged, redacted) => {
  const shown = (all: ReturnType<typeof PurgeWork.begun>) =>
    all.map(({ at, work, lane }) => ({ kind: work.kind, at, lane }))
  expect(shown(PurgeWork.begun(kept(retention), before, Given.now))).toEqual(purged)
  expect(shown(RedactionWork.begun(kept(retention), before, Given.now))).toEqual(redacted)
})

it("the work of redacting says what it is about: an account, or one of its messages", () => {
  for (const message of [null, Given.messageId(7)]) {
    const target = { account: Given.accountId(1), message }
    expect(RedactionWork.RedactionWork.target({ work: RedactionWork.RedactionWork.ref(target) })).toStrictEqual(target)
  }
})
