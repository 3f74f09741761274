/**
 * `signalbox keywords`: what recipients of an account may answer to opt out, to opt in again, or to ask for help, beside
 * the keywords that every account has.
 */
import { Keyword } from "@signalbox/core/Account"
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

const actions = Keyword.fields.action.literals

const list: Command = {
  path: ["keywords", "list"],
  says: "Lists the keywords that an account has beside those of every account",
  takes: [account],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const id = yield* Value.account(input.arguments[0]!)
    const owner = yield* Effect.mapError(operator.find(id), fromExecution)
    if (owner === null) return yield* Effect.fail(unknownAccount(id))
    const { keywords } = owner
    return {
      json: { keywords },
      lines: keywords.length === 0 ? ["No keywords of its own."] : Answer.table(
        ["KEYWORD", "ACTION", "REPLY"],
        keywords.map(({ action, keyword, reply }) => [keyword, action, reply ?? ""].map(Answer.plain))
      )
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

export const commands: ReadonlyArray<Command> = [list, set, remove]
