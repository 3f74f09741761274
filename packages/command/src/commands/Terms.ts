/**
 * `signalbox prices`, `rules`, `quiet-hours` and `limits`: the terms of an account's own. Those of all accounts are options
 * of the service in code, the same on every node.
 */
import type { Account } from "@signalbox/core/Account"
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as Answer from "../Answer.ts"
import type { Command } from "../Command.ts"
import { misuse } from "../CommandError.ts"
import * as Json from "../Json.ts"
import * as OfAccount from "../OfAccount.ts"
import { nearest } from "../Spelling.ts"
import * as Term from "../Term.ts"

const inFile = (name: string): string => `Shows ${name} of an account's own, as a file in JSON has them`

const prices = Term.commands({
  path: "prices",
  name: "the prices",
  says: { show: inFile("the prices"), set: "Gives an account prices of its own, or charges it nothing" },
  details: [
    "{ \"rates\": [{ \"channel\": \"sms\", \"country\": \"US\", \"price\": \"0.05\", \"markup\": \"0.001\" }], \"billing\": true }",
    "What is left out stays; null takes it away, so that the organization's or the service's prices count."
  ],
  shown: (account) => {
    const { billing = null, rates = null } = Terms.writtenSettings(account)
    return { rates, billing }
  },
  read: (path) => Json.read(path, Terms.Changes.mapFields(Struct.pick(["rates", "billing"])))
})

const rules = Term.commands({
  path: "rules",
  name: "the routing rules",
  says: { show: inFile("the routing rules"), set: "Replaces the routing rules of an account's own, oldest first" },
  details: [
    "[{ \"carrier\": \"acme\", \"channel\": \"sms\", \"prefix\": \"+4179\" }]; [] takes them away.",
    "In place of a carrier, \"split\" has several with weights, and \"select\": \"cheapest\" takes all, cheapest first:",
    "[{ \"split\": [{ \"carrier\": \"acme\", \"weight\": 9 }, { \"carrier\": \"new\", \"weight\": 1, \"from\": \"2030-01-15\" }] }]"
  ],
  shown: (account) => account.rules.map((each) => Terms.writtenRule(each, Answer.instant)),
  read: (path) => Effect.map(Json.read(path, Terms.Rules), (given) => ({ rules: given.map(Terms.rule) }))
})

const presets: ReadonlyArray<string> = ["off", "us-tcpa"]

const showQuietHours = Term.show("quiet-hours", inFile("the quiet hours"), ({ quietHours }) => quietHours)

const setQuietHours: Command = {
  path: ["quiet-hours", "set"],
  says: "Sets the hours at which the recipients of an account are left in peace",
  details: [
    "off, us-tcpa, or a file: { \"windows\": { \"US\": { \"start\": \"21:00\", \"end\": \"08:00\" } }, \"exempt\": [] }"
  ],
  takes: [OfAccount.argument, { name: "HOURS", says: "off, us-tcpa, or a file in JSON; - is the standard input" }],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const [, given] = input.arguments as [string, string]
    const hours = presets.includes(given)
      ? Schema.decodeUnknownSync(Terms.QuietHours)(given)
      : yield* Json.read(given, Terms.QuietHours)
    return yield* OfAccount.change(input, { quietHours: Terms.quietHours(hours) }, (account) => ({
      json: account.quietHours,
      lines: [`${Answer.plain(account.name)} has other quiet hours.`]
    }))
  })
}

const limitLines = (account: Account): Answer.Answer => ({
  json: Terms.writtenLimits(account),
  lines: Object.entries(Terms.writtenLimits(account)).map(([name, value]) =>
    `${name}=${typeof value === "object" ? JSON.stringify(value) : value}`
  )
})

const showLimits: Command = {
  path: ["limits", "show"],
  says: "Shows the limits of an account",
  takes: [OfAccount.argument],
  on: "operator",
  run: (input) => Effect.map(OfAccount.find(input), limitLines)
}

const names = Object.keys(Terms.Limits.fields)

/** The one that is an object. */
const pumping = "pumping"

/** So many names fit on a line. */
const namesInLine = 6

const plainNames = names.filter((name) => name !== pumping)

const namedLines = Array.from({ length: Math.ceil(plainNames.length / namesInLine) }, (_, line) => {
  const some = plainNames.slice(line * namesInLine, (line + 1) * namesInLine).join(", ")
  return `${line === 0 ? "They are " : ""}${some},`
})

/** A text that is no JSON stays as it is, which no limit accepts. */
const parsed = (value: string): unknown => {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const limitOf = (word: string): readonly [string, unknown] => {
  const [name = "", value = ""] = word.split("=", 2)
  const literal = ["true", "false", "null"].includes(value) || /^\d{1,9}$/.test(value)
  return [name, literal || value.startsWith("{") ? parsed(value) : value]
}

const setLimits: Command = {
  path: ["limits", "set"],
  says: "Changes limits of an account",
  details: [
    ...namedLines,
    `and ${pumping}, such as ${pumping}={"unchecked":0.8,"minimum":20} ({} has all that is usual).`
  ],
  takes: [OfAccount.argument, { name: "NAME=VALUE", says: "such as requestsPerMinute=1000", many: true }],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const [, ...words] = input.arguments
    const given = words.map(limitOf)
    const [wrong] = given.find(([name]) => !names.includes(name)) ?? []
    if (wrong !== undefined) {
      const meant = nearest(wrong, names)
      const hint = meant === null ? `There are ${names.join(", ")}.` : `Did you mean ${meant}?`
      return yield* Effect.fail(misuse(`There is no limit ${wrong}. ${hint}`))
    }
    const read = Schema.decodeUnknownResult(Terms.Limits)(Object.fromEntries(given))
    if (Result.isFailure(read)) return yield* Effect.fail(misuse(`${words.join(" ")}: ${Json.flaws(read.failure)}`))
    return yield* OfAccount.change(input, read.success, limitLines)
  })
}

export const commands: ReadonlyArray<Command> = [
  ...prices,
  ...rules,
  showQuietHours,
  setQuietHours,
  showLimits,
  setLimits
]
