import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

export const mutations: ReadonlyArray<Mutation> = [
  core(
    "values",
    "value/Uuid.ts",
    "return stamped(sha1(input), 5)",
    "return stamped(sha1(input), 3)",
    "core/value/Uuid"
  ),
  core(
    "values",
    "value/Uuid.ts",
    "bytes[8] = (bytes[8]! & 0x3f) | 0x80",
    "bytes[8] = (bytes[8]! & 0x3f) | 0xc0",
    "core/value/Uuid"
  ),
  core(
    "values",
    "value/Instant.ts",
    "toMillis(self).slice(0, -5)",
    "toMillis(self).slice(0, -1)",
    "core/value/Instant"
  ),
  core("values", "value/PhoneNumber.ts", "{6,14}$/", "{6,15}$/", "core/value/PhoneNumber"),
  core(
    "values",
    "value/NumberRegion.ts",
    "if (found.prefix?.test(national) === true) return undefined",
    "",
    "core/value/PhoneNumber"
  ),
  core("values", "value/Text.ts", "if (unit < 0x800) size++", "if (unit < 0x800) size += 2", "core/value/Text"),
  core("values", "value/Text.ts", "return next >= 0xdc00 && next <= 0xdfff", "return true", "core/value/Text"),
  core(
    "values",
    "value/PhoneNumber.ts",
    "[...before].filter((length) => lengths.has(length))",
    "[...before, ...lengths]",
    "core/value/PhoneNumber"
  ),
  core(
    "values",
    "value/PhoneNumber.ts",
    "format.internationalFormat() ?? format.format()",
    "format.format()",
    "core/value/PhoneNumber"
  ),
  core("values", "value/Secret.ts", "key.trim().toLowerCase()", "key.trim()", "core/value/Secret"),
  core("values", "value/Text.ts", "last <= 0xdbff", "last < 0xd800", "core/value/Text")
]
