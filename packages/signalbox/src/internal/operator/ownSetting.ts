/**
 * A setting of an account's own that null takes away: how a group of calls reads it and replaces it.
 */
import type { Account } from "@signalbox/core/Account"
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { ofAccount, withOrganization } from "../operated.ts"
import * as Reading from "./reading.ts"

type Written = ReturnType<typeof Terms.writtenSettings>

const written = <Name extends keyof Written>(name: Name, account: Account | null): NonNullable<Written[Name]> | null =>
  (account === null ? undefined : Terms.writtenSettings(account)[name]) ?? null

/** @param group the name of the calls, and of the setting */
export const ofIts = <Name extends keyof Written & keyof typeof Terms.Settings.fields>(run: Run, group: Name) => {
  const shape = Schema.Struct({ account: Schema.String, [group]: Schema.NullOr(Terms.Settings.fields[group]) })
  const find = (text: unknown) => withOrganization(Reading.account(`operator.${group}.get`, text))
  return {
    /** Reads the account's own. */
    own: async (account: string) => run(Effect.map(find(account), ([own]) => written(group, own))),
    /** Reads it beside that of the organization that a profile belongs to. */
    both: async (account: string) =>
      run(Effect.map(find(account), ([own, organization]) => ({
        own: written(group, own),
        organization: written(group, organization)
      }))),
    set: async (account: string, value: unknown) => {
      const { account: text, ...change } = Given.read(`operator.${group}.set`, "", shape, { account, [group]: value })
      await run(ofAccount(text, (operator, id) => operator.change(id, change)))
    }
  }
}
