/**
 * The services and settings of the HTTP package: each is known by the name of its module, so that no two are taken for one.
 */
import { CalledUrl } from "@signalbox/http/CalledUrl"
import { ClientAddress } from "@signalbox/http/ClientAddress"
import { NodeState } from "@signalbox/http/NodeState"
import { ParsedBody } from "@signalbox/http/ParsedBody"
import { Published } from "@signalbox/http/Published"
import * as Unread from "@signalbox/http/Unread"
import { expect, it } from "vitest"

it.each([
  ["CalledUrl", CalledUrl],
  ["ClientAddress", ClientAddress],
  ["NodeState", NodeState],
  ["ParsedBody", ParsedBody],
  ["Published", Published],
  ["Unread/Bounds", Unread.Bounds]
])("%s has the name of its module", (name, { key }) => {
  expect(key).toBe(`@signalbox/http/${name}`)
})
