/**
 * The endpoints of legacy v2.
 */
import {
  FindLegacyContact,
  GetLegacyContact,
  GetLegacyMessage,
  GetLegacyTemplate,
  ListLegacyContacts,
  ListLegacyTemplates,
  QuickMessage,
  SendToContact,
  SendToPhone
} from "@signalbox/core/Legacy"
import * as Limit from "@signalbox/core/Limit"
import type { Route } from "../Binding.ts"
import { route } from "./LegacyRoute.ts"

export const routes: ReadonlyArray<Route> = [
  route("POST", "/v2/messages/phone", SendToPhone),
  route("POST", "/v2/messages/contact", SendToContact),
  route("POST", "/v2/messages/quick-message", QuickMessage, { limit: Limit.quickMessagesPerDay }),
  route("GET", "/v2/messages/:id", GetLegacyMessage),
  route("GET", "/v2/templates", ListLegacyTemplates),
  route("GET", "/v2/templates/:id", GetLegacyTemplate),
  route("GET", "/v2/contacts", ListLegacyContacts),
  route("GET", "/v2/contacts/id", GetLegacyContact),
  route("GET", "/v2/contacts/phone", FindLegacyContact)
]
