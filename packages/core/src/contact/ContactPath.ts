/**
 * The path of one contact. A bad id of a contact is VALIDATION_001 (decisions part 2).
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import type { ViolationCode } from "../catalogue/ErrorCode.ts"
import { ContactId } from "../value/Id.ts"
import * as Uuid from "../value/Uuid.ts"

const Text = Schema.String.check(
  Schema.makeFilter((text: string) => Uuid.is(text), {
    message: "must be a UUID",
    violation: "VALIDATION_001" satisfies ViolationCode
  })
)

export const ContactPath = Schema.Struct({
  id: Text.pipe(Schema.decodeTo(ContactId, SchemaTransformation.passthrough()))
})
export type ContactPath = typeof ContactPath.Type
