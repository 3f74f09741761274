/**
 * The error codes: the specification's table and decisions 8.1, written down once more from the texts.
 */
import type { ErrorCode } from "@signalbox/core/ErrorCode"
import { catalogue, meaning, status } from "@signalbox/core/ErrorCode"
import { describe, expect, it } from "vitest"

/** Code, HTTP status, what its meaning has to say, and the rules of the catalogue that say so. */
const table: ReadonlyArray<readonly [code: string, status: number, says: RegExp, ...rules: ReadonlyArray<string>]> = [
  ["AUTH_001", 401, /authenticat/i],
  ["AUTH_002", 401, /key/i],
  ["AUTH_003", 401, /x-sender-id/i],
  ["AUTH_004", 403, /permission/i],
  ["AUTH_005", 403, /onboarding/i, "AUT-019"],
  ["AUTH_006", 403, /KYC/i, "AUT-020"],
  ["AUTH_007", 403, /channel setup/i, "AUT-021"],
  ["VALIDATION_001", 400, /validation failed/i],
  ["VALIDATION_002", 400, /phone number/i, "ERR-004"],
  ["VALIDATION_003", 400, /GUID|UUID/i, "ERR-005"],
  ["VALIDATION_004", 400, /required/i, "ERR-006"],
  ["VALIDATION_005", 400, /range/i, "ERR-007"],
  ["VALIDATION_006", 400, /accepted values|enum/i, "ERR-008"],
  ["VALIDATION_007", 400, /Idempotency-Key/i, "ERR-010"],
  ["VALIDATION_008", 400, /template variable/i, "ERR-011"],
  ["VALIDATION_011", 400, /voice identity/i, "VOI-002"],
  ["RESOURCE_001", 404, /contact not found/i, "ERR-012"],
  ["RESOURCE_002", 404, /template not found/i, "ERR-013"],
  ["RESOURCE_003", 404, /message not found/i, "ERR-014"],
  ["RESOURCE_004", 404, /customer not found/i, "ERR-015"],
  ["RESOURCE_005", 404, /organization not found/i, "ERR-016"],
  ["RESOURCE_006", 404, /user not found/i, "ERR-017"],
  ["RESOURCE_007", 409, /already exists/i, "ERR-018"],
  ["RESOURCE_008", 404, /webhook not found/i, "ERR-019"],
  ["RESOURCE_009", 404, /brand not found/i, "ERR-020"],
  ["RESOURCE_010", 404, /campaign not found/i, "ERR-021"],
  ["RESOURCE_011", 404, /batch not found/i, "ERR-022"],
  ["RESOURCE_012", 404, /phone number not found/i, "ERR-023"],
  ["RESOURCE_013", 404, /not found/i, "ERR-024"],
  ["RESOURCE_014", 404, /profile not found/i, "ERR-025"],
  ["RESOURCE_015", 404, /call not found/i, "VOI-003"],
  ["RESOURCE_017", 404, /participant not found/i, "VOI-004"],
  ["BUSINESS_001", 400, /inherited contact/i, "ERR-026"],
  ["BUSINESS_002", 429, /rate limit/i, "ERR-027"],
  ["BUSINESS_003", 402, /balance/i, "ERR-028"],
  ["BUSINESS_004", 422, /opted out/i, "ERR-029"],
  ["BUSINESS_005", 422, /template is not approved/i, "ERR-030"],
  ["BUSINESS_006", 409, /cannot be modified in its current state/i, "ERR-031"],
  ["BUSINESS_007", 422, /channel is not available/i, "ERR-032"],
  ["BUSINESS_008", 422, /quota/i, "ERR-033"],
  ["BUSINESS_011", 422, /destination country/i, "ERR-034"],
  ["BUSINESS_022", 403, /not owned by/i, "VOI-005"],
  ["BUSINESS_023", 403, /calls are not enabled/i, "VOI-006"],
  ["BUSINESS_024", 422, /not voice-enabled/i, "VOI-007"],
  ["BUSINESS_025", 502, /participant could not be added/i, "VOI-008"],
  ["BUSINESS_026", 404, /recording is not available/i, "VOI-009"],
  ["BUSINESS_027", 503, /could not be set up/i, "VOI-010"],
  ["BUSINESS_028", 422, /area code/i, "VOI-011"],
  ["CONFLICT_001", 409, /in progress/i, "ERR-035"],
  ["CONFLICT_005", 422, /different request/i, "ERR-036"],
  ["CONFLICT_006", 409, /in review.*definition, category and language/i, "ERR-037"],
  ["CONFLICT_007", 409, /default app-call line/i, "VOI-012"],
  ["CONFLICT_008", 409, /call is no longer active/i, "VOI-013"],
  ["CONFLICT_009", 409, /not in a conference/i, "VOI-014"],
  ["CONFLICT_010", 409, /./],
  ["CONFLICT_011", 409, /no phone leg/i, "VOI-015"],
  ["LIMIT_001", 429, /held messages/i],
  ["SERVICE_001", 503, /unavailable/i, "ERR-038"],
  ["INTERNAL_001", 500, /unexpected error/i, "ERR-002"],
  ["INTERNAL_002", 500, /database operation/i, "ERR-040"],
  ["INTERNAL_003", 502, /external provider/i, "ERR-041"],
  ["INTERNAL_004", 504, /timeout/i, "ERR-042"],
  ["INTERNAL_005", 503, /temporarily unavailable/i, "ERR-043"]
]

describe("ErrorCode", () => {
  it("has the codes of the texts and no others", () => {
    expect(Object.keys(catalogue).toSorted()).toEqual(table.map(([code]) => code).toSorted())
  })

  it.each(
    table.map(([code, http, says, ...rules]) => ({
      code: code as ErrorCode,
      http,
      says,
      tag: rules.length === 0 ? "" : `[${rules.join(", ")}]`
    }))
  )("$code is HTTP $http and says what it stands for $tag", ({ code, http, says }) => {
    expect(status(code)).toBe(http)
    expect(meaning(code)).toMatch(says)
  })

  it("has one meaning for each code, and one code for each meaning [ERR-045]", () => {
    const meanings = Object.values(catalogue).map(([, said]) => said)
    expect(new Set(meanings).size).toBe(meanings.length)
  })
})
