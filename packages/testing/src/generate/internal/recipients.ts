/**
 * Arbitraries of the settings about recipients: how often they are written to, and for which purposes.
 */
import { Category } from "@signalbox/core/Category"
import type { FrequencyRule } from "@signalbox/core/Frequency"
import { Period } from "@signalbox/core/Frequency"
import type { Purpose } from "@signalbox/core/Purpose"
import * as fc from "fast-check"
import { text } from "../Values.ts"
import { few, one, small, withOptional } from "./fields.ts"

export const frequencyRule: fc.Arbitrary<FrequencyRule> = withOptional(
  fc.record({ per: one(Period), most: small }),
  { category: one(Category) }
)

export const purpose: fc.Arbitrary<Purpose> = withOptional(
  fc.record({ name: text }),
  {
    categories: few(Category),
    requiresOptIn: fc.boolean(),
    optOutKeyword: text,
    optInKeyword: text,
    optOutReply: text,
    optInReply: text
  }
)
