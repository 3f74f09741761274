/**
 * The names under which carriers may report on a message: those of its attempts, with and without the recipient.
 */
import * as CarrierReference from "../row/CarrierReference.ts"
import type { Message } from "../row/Message.ts"

/** Returns the keys of the rows that may have these names. Another message may have taken one over. */
export const of = ({ attempts, phone: to }: Message): ReadonlyArray<string> =>
  attempts.flatMap(({ carrier, parts = [], reference }) =>
    [reference, ...parts.map((part) => part.reference)].flatMap((name) =>
      name === null || name === ""
        ? []
        : [
          CarrierReference.key({ carrier, reference: name }),
          CarrierReference.key({ carrier, reference: name, to })
        ]
    )
  )
