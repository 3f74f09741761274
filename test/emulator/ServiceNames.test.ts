/**
 * The services of an emulator: each is known by the name of its module, so that no two are taken for one.
 */
import { KnownKeys } from "@signalbox/emulator/account/KnownKeys"
import { TimeTravel } from "@signalbox/emulator/clock/TimeTravel"
import { Events } from "@signalbox/emulator/event/Events"
import { Faults } from "@signalbox/emulator/fault/Faults"
import { NumberAnswers } from "@signalbox/emulator/lookup/NumberAnswers"
import { MediaProbe } from "@signalbox/emulator/media/MediaProbe"
import { Arrivals } from "@signalbox/emulator/network/Arrivals"
import { Hanging } from "@signalbox/emulator/network/Hanging"
import { Network } from "@signalbox/emulator/network/Network"
import { ReceiptDelivery } from "@signalbox/emulator/network/ReceiptDelivery"
import { ProvisionScript } from "@signalbox/emulator/provision/ProvisionScript"
import { Reviews } from "@signalbox/emulator/review/Reviews"
import { Script as ReviewScript } from "@signalbox/emulator/review/ReviewScript"
import { Terms } from "@signalbox/emulator/seed/SeedTerms"
import { Receivers } from "@signalbox/emulator/webhook/Receivers"
import { SentWebhooks } from "@signalbox/emulator/webhook/SentWebhooks"
import { expect, it } from "vitest"

it.each([
  ["account/KnownKeys", KnownKeys],
  ["clock/TimeTravel", TimeTravel],
  ["event/Events", Events],
  ["fault/Faults", Faults],
  ["lookup/NumberAnswers", NumberAnswers],
  ["media/MediaProbe", MediaProbe],
  ["network/Arrivals", Arrivals],
  ["network/Hanging", Hanging],
  ["network/Network", Network],
  ["network/ReceiptDelivery", ReceiptDelivery],
  ["provision/ProvisionScript", ProvisionScript],
  ["review/ReviewScript", ReviewScript],
  ["review/Reviews", Reviews],
  ["seed/SeedTerms", Terms],
  ["webhook/Receivers", Receivers],
  ["webhook/SentWebhooks", SentWebhooks]
])("%s has the name of its module", (name, { key }) => {
  expect(key).toBe(`@signalbox/emulator/${name}`)
})
