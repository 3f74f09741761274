/**
 * The limits: the specification's table and decisions 3, 4, 6 and 9, from the texts.
 */
import * as Limit from "@signalbox/core/Limit"
import { describe, expect, it } from "vitest"

const second = 1000
const hour = 3600 * second

const table: Readonly<Record<Exclude<keyof typeof Limit, "idempotencyKeyPattern">, unknown>> = {
  violations: 100,
  recipientsPerSend: 1000,
  channelsPerSend: 10,
  parametersPerSend: 1000,
  mediaUrlsPerSend: 10,
  webhookEventTypes: 20,
  webhookFilters: { families: 20, suffixes: 50 },
  areaCodes: 100,
  sampleMessages: 5,
  destinationCountries: 250,
  definitionArrays: { variables: 100, allVariables: 300, media: 10, buttons: 100 },
  textLength: 3072,
  webhookBodyLength: 3072,
  bodyBytes: 1_048_576,
  bodyDepth: 64,
  webhookRetryCount: { minimum: 1, maximum: 5, default: 3 },
  webhookTimeoutSeconds: { minimum: 5, maximum: 120, default: 30 },
  webhookNameLength: 255,
  webhookUrlLength: 2048,
  webhookFailures: 10,
  webhookDisableMinutes: 5,
  webhookProbe: { first: second, longest: 30 * second },
  webhooksPerAccount: 1000,
  fanout: { pairs: 100_000, batch: 1000 },
  deliveryPlaces: { endpoint: 32, customer: 256 },
  webhookUnsent: second,
  webhookResponseLength: 1024,
  pageSize: { maximum: 100, default: 20 },
  profileNameLength: 255,
  profileDescriptionLength: 5000,
  iconLength: 2048,
  removalBatch: 100,
  longestHold: 31 * 24 * hour,
  idempotencyLifetime: 24 * hour,
  idempotencyWait: 5 * second,
  idempotencyClaimLifetime: 60 * second,
  renderedLength: 4096,
  parametersLength: 16_384,
  answerTextBytes: 5_242_880,
  idempotencyReplyBytes: 5_242_880,
  userNameLength: 255,
  emailLength: 254,
  invitationLifetime: 7 * 24 * hour,
  standardRequestsPerMinute: 10_000,
  sensitiveRequestsPerMinute: 10,
  unauthenticatedRequestsPerMinute: 600,
  lockoutFailures: 10,
  lockoutSeconds: [60, 300, 900, 1800, 3600],
  lockoutMemory: 24 * hour,
  lockoutCounters: 100_000,
  submissionDeadline: 30 * second,
  handovers: 2,
  lineWait: 15 * 60 * second,
  busyWait: { shortest: 100, longest: 15 * 60 * second },
  expiryHours: 72,
  detailLength: 255,
  debitMemory: 31 * 24 * hour,
  countMemory: 2 * 24 * hour,
  carrierClock: 60 * second,
  carrierIdLength: 255,
  carrierPrice: 1_000_000,
  hookPatience: 30 * second,
  receiptDeadline: 72 * hour,
  whatsappUndeliverable: 30 * 24 * hour,
  freeFormWindow: { template: 168 * hour, whatsapp: 24 * hour },
  carrierReferenceLength: 255,
  inboundTextLength: 65_536,
  inboundParts: 255,
  inboundPartLength: 1600,
  inboundPartsWait: 300 * second,
  suppressionBatch: 500,
  contactSearchLength: 255,
  erasureBatch: 100,
  inboundFiles: 32,
  inboundUrlLength: 2048,
  mimeTypeLength: 255,
  senderLength: 255,
  routesPerSend: 3,
  schedule: { earliest: 60 * second, latest: 30 * 24 * hour },
  smsSegment: { gsm: { single: 160, split: 153 }, unicode: { single: 70, split: 67 } },
  templateNameLength: 255,
  templateSearchLength: 255,
  templateBodyLength: { multiChannel: 1024, sms: 1024, whatsapp: 1024, rcs: 3072, mms: 1600 },
  templateHeaderLength: 60,
  templateFooterLength: 60,
  templateHeaderVariables: 1,
  templateButtons: 10,
  buttonTextLength: 25,
  buttonUrlLength: 2000,
  mmsSubjectLength: 80,
  mmsMediaItems: 1,
  attachmentBytes: 614_400,
  mediaLook: 5 * second,
  mediaUrlLength: 2000,
  codeExpirationMinutes: { minimum: 1, maximum: 90 },
  templateTextLength: 3072,
  patternLength: 512,
  patternProgramSize: 2000,
  patternProgramSizes: 8000,
  parameterLength: 3072,
  patternSteps: 300_000,
  patternStepsPerSend: 600_000,
  rcsChips: 4
}

describe("Limit", () => {
  it("has the numbers of the texts", () => {
    const { idempotencyKeyPattern: _, ...limits } = Limit
    expect(limits).toEqual(table)
  })

  it("takes Idempotency-Keys of 1 to 255 letters, digits, hyphens and underscores", () => {
    const taken = ["a", "Z", "0", "_", "-", "aB3_-", "a".repeat(255)]
    const refused = ["", "a".repeat(256), "a b", "a\n", "ä", "a.b", "a/b", " a"]
    expect([...taken, ...refused].filter((key) => Limit.idempotencyKeyPattern.test(key))).toEqual(taken)
  })
})
