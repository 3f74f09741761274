/**
 * The host's registry as the number look-up of the service.
 */
import type { Finding } from "@signalbox/core/NumberLookup"
import { NumberLookup } from "@signalbox/core/NumberLookup"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { NumberFinding, NumberLookupOptions } from "../NumberLookup.ts"

/** The service reads what was told, and finds when it is no finding. */
const finding = (said: NumberFinding): Finding => {
  const { carrierName = null, country = null, lineType = null, mobileCountryCode = null } = said
  const { mobileNetworkCode = null, ported = null } = said
  return { region: country, lineType, carrierName, isPorted: ported, mobileCountryCode, mobileNetworkCode }
}

export const layer = ({ cost, find, keepHours }: NumberLookupOptions): Layer.Layer<never> =>
  Layer.succeed(NumberLookup, {
    find: (phone) => Effect.promise(async () => finding(await find(phone))),
    ...(cost === undefined ? {} : { cost }),
    ...(keepHours === undefined ? {} : { keepHours })
  })
