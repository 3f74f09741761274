/**
 * POST /v3/voice/telemetry: the voice client library reports how its calls are doing (specification "Other endpoints",
 * decisions 5.8). Any JSON object is taken, and nothing is kept of it.
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import { done } from "../commit/Decision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Operation from "../operation/Operation.ts"

export const ReportTelemetry = Operation.make({
  name: "voice.telemetry",
  summary: "Report the telemetry of a voice client",
  description:
    "Takes what a voice client measured. The bearer may be a voice token of the account in the place of a key.",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: Schema.Struct({}),
  bodyBytes: Limit.telemetryBytes,
  data: Schema.Null,
  status: 204,
  role: null,
  scope: "send",
  tier: "telemetry",
  takesVoiceToken: true,
  idempotent: true,
  refuses: ["AUTH_001"],
  check: () => [],
  simulate: null,
  decides: {
    name: "voice.telemetry",
    needs: () => Needs.none,
    decide: () => done(null)
  }
})
