/**
 * Erases recipients, and tells what is kept of them.
 */
import type { ErasureId } from "@signalbox/core/Id"
import type { ExportPage } from "@signalbox/core/Operator"
import { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { RecipientErasure } from "@signalbox/core/RecipientErasure"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { PrivacyOperations, RunningErasure } from "../../Operator.ts"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { ofAccount, operated } from "../operated.ts"

const Recipient = Schema.Struct({ account: Schema.String, phone: PhoneNumber })

const Named = Schema.Struct({ account: Schema.String, erasure: Schema.String })

const Exported = Schema.Struct({ account: Schema.String, phone: Schema.optionalKey(PhoneNumber) })

const shown = ({ completedAt, id, messages, requestedAt, status }: RecipientErasure): RunningErasure => ({
  id,
  status,
  messages,
  requestedAt: new Date(requestedAt),
  completedAt: completedAt === undefined ? null : new Date(completedAt)
})

export const privacy = (run: Run): PrivacyOperations => ({
  erase: async (account, phone) => {
    const given = Given.read("operator.privacy.erase", "", Recipient, { account, phone })
    return run(Effect.map(ofAccount(given.account, (operator, id) => operator.eraseRecipient(id, given.phone)), shown))
  },
  get: async (account, erasure) => {
    const given = Given.read("operator.privacy.get", "", Named, { account, erasure })
    return run(Effect.gen(function*() {
      const { id } = yield* ofAccount(given.account, (operator, id) => operator.find(id))
      const found = yield* operated((operator) => operator.findErasure(id, given.erasure.toLowerCase() as ErasureId))
      return found === null ? null : shown(found)
    }))
  },
  export: async function*(account, phone) {
    const given = Given.read(
      "operator.privacy.export",
      "",
      Exported,
      phone === undefined ? { account } : { account, phone }
    )
    let after: string | null = null
    do {
      const behind: string | null = after
      const page: ExportPage = await run(
        ofAccount(given.account, (operator, id) => operator.exportPage(id, given.phone ?? null, behind))
      )
      yield* page.records
      after = page.after
    } while (after !== null)
  }
})
