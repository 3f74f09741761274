/**
 * The routing rules of all accounts, and those of an account's own.
 */
import { GlobalRules } from "@signalbox/core/Routing"
import type { RoutingRule } from "@signalbox/core/RoutingRule"
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RuleOperations } from "../../Operator.ts"
import type { Rule } from "../../Terms.ts"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { ofAccount } from "../operated.ts"
import * as Reading from "./reading.ts"

const shown = (rules: ReadonlyArray<RoutingRule>): ReadonlyArray<Rule> =>
  rules.map((each) => Terms.writtenRule(each, (at) => new Date(at)))

const Own = Schema.Struct({ account: Schema.String, rules: Terms.Rules })

export const rules = (run: Run): RuleOperations => ({
  global: async () => run(Effect.map(GlobalRules, shown)),
  get: async (account) =>
    run(Effect.map(
      ofAccount(Reading.account("operator.rules.get", account), (operator, id) => operator.find(id)),
      ({ rules }) => shown(rules)
    )),
  set: async (account, rules) => {
    const given = Given.read("operator.rules.set", "", Own, { account, rules })
    await run(ofAccount(given.account, (operator, id) => operator.change(id, { rules: given.rules.map(Terms.rule) })))
  }
})
