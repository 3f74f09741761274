/**
 * The operator gives an account a consent keyword of its own, changes it, or takes it away (decisions 7.7). Keywords are
 * compared as they are heard: without regard to case and to white space around them.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Keyword } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { AccountId } from "../value/Id.ts"
import * as Text from "../value/Text.ts"
import * as ConsentKeyword from "./ConsentKeyword.ts"

/** Reserved: every account has this keyword, or a list of the account has it, and none of an account's own overrides it. */
export type KeywordAnswer = "Changed" | "Unchanged" | "UnknownAccount" | "BadKeyword" | "Reserved" | "TooMany"

export interface Command {
  readonly account: AccountId
  readonly keyword: string
  /** Null takes the keyword away. */
  readonly heard: Pick<Keyword, "action" | "reply"> | null
}

const told = (answer: KeywordAnswer, commit: Commit.Commit = Commit.empty) =>
  done(
    answer,
    commit
  )

export const SetKeyword: Decision<Command, KeywordAnswer> = {
  name: "accounts.set_keyword",
  needs: ({ account }) => Needs.row(Accounts, account),
  decide: ({ account, heard, keyword: given }, { facts, now }) => {
    const keyword = Text.trimmed(given)
    if (!ConsentKeyword.canBeHeard(keyword)) return told("BadKeyword")
    const row = Facts.get(facts, Accounts, account)
    if (row === null || row.deletedAt !== null) return told("UnknownAccount")
    const others = row.keywords.filter((each) => !ConsentKeyword.isSame(each.keyword, keyword))
    if (heard !== null) {
      if (ConsentKeyword.hear(keyword, [], row.keywordLists) !== null) return told("Reserved")
      if (others.length >= Limit.keywords) return told("TooMany")
      const { action, reply } = heard
      // Whoever says the same again does not contend for the account's row.
      if (row.keywords.some((each) => each.keyword === keyword && each.action === action && each.reply === reply)) {
        return told("Unchanged")
      }
    } else if (others.length === row.keywords.length) return told("Unchanged")
    const keywords = heard === null ? others : [...others, { keyword, ...heard }]
    return told(
      "Changed",
      Commit.make({
        expects: [Facts.expected(facts, Accounts, account)],
        puts: [Commit.put(Accounts, { ...row, keywords, updatedAt: now })]
      })
    )
  }
}
