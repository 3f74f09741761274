/**
 * The retention of an account: its own, and that of its organization.
 */
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RetentionOperations } from "../../Operator.ts"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { ofAccount, withOrganization } from "../operated.ts"
import * as Reading from "./reading.ts"

const Change = Schema.Struct({ retention: Schema.NullOr(Terms.Retention) })

export const retention = (run: Run): RetentionOperations => ({
  get: async (account) =>
    run(Effect.map(
      withOrganization(Reading.account("operator.retention.get", account)),
      ([own, organization]) => ({
        own: own.retention ?? null,
        organization: organization?.retention ?? null
      })
    )),
  set: async (account, retention) => {
    const text = Reading.account("operator.retention.set", account)
    const change = Given.read("operator.retention.set", "", Change, { retention })
    await run(ofAccount(text, (operator, id) => operator.change(id, change)))
  }
})
