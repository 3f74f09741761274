/**
 * The destinations of an account: its own, and those of its organization.
 */
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { DestinationOperations } from "../../Operator.ts"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { ofAccount, withOrganization } from "../operated.ts"
import * as Reading from "./reading.ts"

const Change = Schema.Struct({ destinations: Schema.NullOr(Terms.Destinations) })

export const destinations = (run: Run): DestinationOperations => ({
  get: async (account) =>
    run(Effect.map(
      withOrganization(Reading.account("operator.destinations.get", account)),
      ([own, organization]) => ({
        own: own.destinations ?? null,
        organization: organization?.destinations ?? null
      })
    )),
  set: async (account, destinations) => {
    const text = Reading.account("operator.destinations.set", account)
    const change = Given.read("operator.destinations.set", "", Change, { destinations })
    await run(ofAccount(text, (operator, id) => operator.change(id, change)))
  }
})
