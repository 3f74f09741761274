/**
 * POST /v3/privacy/erasures: erases everything that names a recipient (decisions 17.6).
 */
import * as Schema from "effect/Schema"
import { done } from "../commit/Decision.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import type { ErasureId } from "../value/Id.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as ErasureResource from "./ErasureResource.ts"
import * as NewErasure from "./NewErasure.ts"

export const EraseRecipient = Operation.make({
  name: "privacy.erase",
  scope: "manage",
  summary: "Erase a recipient",
  description:
    "Erases everything that names a phone number, in the account and in its profiles: contacts, messages, events, deliveries, conversations, verifications and replies for replays. It goes on in the background, and its status tells when it is completed. That the recipient has opted out, of all messages or of some of the purposes of the account, or that the number is suppressed, stays as a keyed hash with its time and source; an opt-in to a purpose does not. Asked again while it runs, it answers the same erasure.",
  beyond: true,
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: Schema.Struct({ phone_number: PhoneNumber, sandbox: Field.optional(Schema.Boolean) }),
  data: ErasureResource.ErasureResource,
  status: 202,
  role: "admin",
  tier: "sensitive",
  idempotent: true,
  check: () => [],
  simulate: ({ body }, { account }, now, ids) =>
    ErasureResource.fromErasure({
      ...NewErasure.make({ account: account.id, phone: body.phone_number }, { now, ids }),
      id: ids.uuid() as ErasureId
    }),
  decides: {
    name: "privacy.erase",
    needs: ({ body, caller }) => NewErasure.needs({ account: caller.account.id, phone: body.phone_number }),
    decide: ({ body, caller }, grounds) => {
      const [erasure, ...parts] = NewErasure.begin(
        { account: caller.account.id, phone: body.phone_number },
        grounds
      )
      return done(ErasureResource.fromErasure(erasure), ...parts)
    }
  }
})
