/**
 * The accounts that a commit concerns.
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commits from "@signalbox/core/Commit"
import * as Concerned from "@signalbox/core/internal/commit/Concerned"
import { Messages } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import type { ClaimToken } from "@signalbox/core/Reply"
import { event, row } from "@signalbox/testing/generate/Rows"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const [written] = fc.sample(event, 1)

it("are those of its debits, its events, its rows and its reply, each once", () => {
  const of = Given.accountId
  const debit = (account: number) => ({ account: of(account), amount: money(1), floor: money(0), once: null })
  const commit = Commits.make({
    debits: [debit(1), debit(2), debit(1)],
    events: [{ ...written!, account: of(3) }],
    puts: [
      Commits.put(Messages, Given.message({ account: of(4) })),
      Commits.put(Accounts, { ...Given.account(), id: of(5) })
    ],
    reply: {
      claim: { account: of(6), key: "k" },
      token: 1 as ClaimToken,
      status: 202,
      outcome: null,
      requestId: "r",
      at: Given.now,
      sandbox: false,
      profile: null
    }
  })
  expect(Concerned.accounts(commit)).toEqual([1, 2, 3, 4, 5, 6].map(of))
  expect(Concerned.accounts({ ...commit, reply: null })).toEqual([1, 2, 3, 4, 5].map(of))
  expect(Concerned.accounts(Commits.empty)).toEqual([])
})

prop("are none by rows that are nobody's", row, (each) => {
  const found = Concerned.accounts(Commits.make({ puts: [each] }))
  const own = each.kind === "account" ? each.key : "account" in each.value ? each.value.account : null
  expect(found).toEqual(own === null ? [] : [own])
})
