/**
 * The retention of an account: its own, that of its organization, and that of the service.
 */
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RetentionOperations } from "../../RetentionOperations.ts"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { id, ofAccount, operated } from "../operated.ts"
import * as OwnSetting from "./ownSetting.ts"
import * as Reading from "./reading.ts"

const shape = Schema.Struct({ retention: Schema.NullOr(Terms.Settings.fields.retention) })

export const retention = (run: Run): RetentionOperations => {
  const { both, set } = OwnSetting.ofIts(run, "retention")
  return {
    get: both,
    set,
    global: async () => run(operated((operator) => operator.serviceRetention())),
    setForAll: async (value) => {
      const { retention } = Given.read("operator.retention.setForAll", "", shape, { retention: value })
      await run(operated((operator) => operator.setServiceRetention(retention)))
    },
    preview: async (account) => {
      const text = Reading.account("operator.retention.preview", account)
      return run(Effect.andThen(
        ofAccount(text, (operator, id) => operator.find(id)),
        operated((operator) => operator.previewRetention(id(text)))
      ))
    }
  }
}
