/**
 * `signalbox keywords`: what recipients of an account may answer to opt out, to opt in again, or to ask for help, beside
 * the keywords that every account has.
 */
import type { Account } from "@signalbox/core/Account"
import { Keyword, KeywordList } from "@signalbox/core/Account"
import type { KeywordAnswer } from "@signalbox/core/Operator"
import { Operator } from "@signalbox/core/Operator"
import * as Effect from "effect/Effect"
import * as Answer from "../Answer.ts"
import type { Argument, Command } from "../Command.ts"
import { text } from "../Command.ts"
import { fromExecution, misuse, refused, unknownAccount } from "../CommandError.ts"
import * as Value from "../Value.ts"

const account: Argument = { name: "ACCOUNT", says: "the id of the account" }
const keyword: Argument = { name: "KEYWORD", says: "the whole answer, in upper or lower case" }

const further: Argument = { name: "LIST", says: `a list of further words: ${KeywordList.literals.join(", ")}` }

const actions = Keyword.fields.action.literals

const find = Effect.fnUntraced(function*(given: string) {
  const operator = yield* Operator
  const id = yield* Value.account(given)
  const owner = yield* Effect.mapError(operator.find(id), fromExecution)
  return owner ?? (yield* Effect.fail(unknownAccount(id)))
})

const list: Command = {
  path: ["keywords", "list"],
  says: "Lists the keywords that an account has beside those of every account",
  takes: [account],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const { keywordLists = [], keywords } = yield* find(input.arguments[0]!)
    const own = keywords.length === 0 ? ["No keywords of its own."] : Answer.table(
      ["KEYWORD", "ACTION", "REPLY"],
      keywords.map(({ action, keyword, reply }) => [keyword, action, reply ?? ""].map(Answer.plain))
    )
    return {
      json: { keywords, keyword_lists: keywordLists },
      lines: keywordLists.length === 0 ? own : [...own, `Lists that are switched on: ${keywordLists.join(", ")}.`]
    }
  })
}

/** Succeeds with whether anything has changed. */
const told = (answer: KeywordAnswer, id: string, keyword: string) => {
  switch (answer) {
    case "Changed":
    case "Unchanged":
      return Effect.succeed(answer === "Changed")
    case "UnknownAccount":
      return Effect.fail(unknownAccount(id))
    case "BadKeyword":
      return Effect.fail(misuse("A keyword has a letter at least, and 1000 at most."))
    case "Reserved":
      return Effect.fail(
        refused(
          `${
            Answer.plain(keyword.trim())
          } is a keyword of every account, or of a list that is switched on, and cannot be changed.`
        )
      )
    case "TooMany":
      return Effect.fail(refused("The account has as many keywords of its own as it may have."))
  }
}

const set: Command = {
  path: ["keywords", "set"],
  says: "Gives an account a keyword, or changes what it does",
  takes: [account, keyword],
  options: ["action", "reply"],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const [given, keyword] = input.arguments as [string, string]
    const id = yield* Value.account(given)
    const action = actions.find((each) => each === text(input, "action")?.toUpperCase())
    if (action === undefined) {
      return yield* Effect.fail(misuse(`--action says what the keyword does: ${actions.join(", ")}.`))
    }
    const answer = yield* Effect.mapError(
      operator.setKeyword(id, { keyword, action, reply: text(input, "reply") ?? null }),
      fromExecution
    )
    const changed = yield* told(answer, id, keyword)
    return { json: { changed }, lines: [`${Answer.plain(keyword.trim())} does ${action}.`] }
  })
}

const remove: Command = {
  path: ["keywords", "remove"],
  says: "Takes a keyword away from an account",
  takes: [account, keyword],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const [given, keyword] = input.arguments as [string, string]
    const id = yield* Value.account(given)
    const answer = yield* Effect.mapError(operator.removeKeyword(id, keyword), fromExecution)
    const changed = yield* told(answer, id, keyword)
    return {
      json: { changed },
      lines: [`${Answer.plain(keyword.trim())} ${changed ? "is none any more" : "was none"}.`]
    }
  })
}

/** A command that leaves the account with these lists. */
const switching = (
  word: "switch-on" | "switch-off",
  says: string,
  lists: (before: ReadonlyArray<KeywordList>, named: KeywordList) => ReadonlyArray<KeywordList>
): Command => ({
  path: ["keywords", word],
  says,
  takes: [account, further],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const [given, name] = input.arguments as [string, string]
    const { id, keywordLists = [] }: Account = yield* find(given)
    const named = KeywordList.literals.find((each) => each === name)
    if (named === undefined) {
      return yield* Effect.fail(
        misuse(`${Answer.plain(name)} is no list of keywords. There is: ${KeywordList.literals.join(", ")}.`)
      )
    }
    const left = lists(keywordLists, named)
    const kept = yield* Effect.mapError(operator.change(id, { keywordLists: left }), fromExecution)
    if (kept === null) return yield* Effect.fail(unknownAccount(id))
    return {
      json: { changed: left.length !== keywordLists.length },
      lines: [`The words of ${named} ${word === "switch-on" ? "opt out, too" : "are no keywords any more"}.`]
    }
  })
})

const switchOn = switching(
  "switch-on",
  "Lets recipients of an account opt out by the words of a list as well",
  (before, named) => [...before.filter((each) => each !== named), named]
)

const switchOff = switching(
  "switch-off",
  "Takes the words of a list away again",
  (before, named) => before.filter((each) => each !== named)
)

export const commands: ReadonlyArray<Command> = [list, set, remove, switchOn, switchOff]
