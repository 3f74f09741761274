/**
 * The code of a running verification, for whatever brings it to its recipient. It is sealed at rest (`SealedStore`), and the
 * commit that ends the verification deletes it.
 */
import * as Schema from "effect/Schema"
import { VerificationId } from "../value/Id.ts"
import * as Kind from "./Kind.ts"

export const OneTimeCode = Schema.Struct({ verification: VerificationId, code: Schema.String })
export type OneTimeCode = typeof OneTimeCode.Type

export const OneTimeCodes = Kind.make({
  name: "one_time_code",
  schema: OneTimeCode,
  key: ({ verification }: OneTimeCode) => verification
})
