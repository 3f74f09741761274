/**
 * GET /v3/privacy/erasures/{id}.
 */
import * as Schema from "effect/Schema"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Operation from "../operation/Operation.ts"
import * as Reading from "../operation/Reading.ts"
import { RecipientErasures } from "../row/RecipientErasure.ts"
import { ErasureId } from "../value/Id.ts"
import * as ErasureResource from "./ErasureResource.ts"

export const GetErasure = Operation.make({
  ...Reading.history,
  name: "privacy.get_erasure",
  summary: "Read an erasure",
  description: "Answers an erasure with its status. It does not show whom it erases.",
  beyond: true,
  path: Schema.Struct({ id: ErasureId }),
  role: "admin",
  refuses: ["RESOURCE_013"],
  data: ErasureResource.ErasureResource,
  decides: {
    name: "privacy.get_erasure",
    needs: ({ path }) => Needs.row(RecipientErasures, path.id),
    decide: ({ caller, path }, { facts }) => {
      const found = Facts.get(facts, RecipientErasures, path.id)
      return Reading.answerOr(
        found?.account === caller.account.id ? found : null,
        "RESOURCE_013",
        ErasureResource.fromErasure
      )
    }
  }
})
