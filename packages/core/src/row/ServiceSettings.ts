/**
 * The settings for all accounts together that the operator changes while the service runs.
 */
import * as Schema from "effect/Schema"
import * as Kind from "./Kind.ts"
import { Retention } from "./Retention.ts"

export const ServiceSettings = Schema.Struct({
  /** It holds for accounts that have none, and whose organization has none. Absent: everything is kept. */
  retention: Schema.optionalKey(Retention)
})
export type ServiceSettings = typeof ServiceSettings.Type

/** The key of the one row. */
export const serviceSettingsKey = "all"

export const ServiceSettingsRows = Kind.make({
  name: "service_settings",
  schema: ServiceSettings,
  key: () => serviceSettingsKey
})
