/**
 * The emulator as a whole: which receivers of webhooks it reaches, and what its processes are called.
 */
import * as Doubles from "@signalbox/emulator/Double"
import { randomNode } from "@signalbox/emulator/Emulator"
import { expect, it } from "vitest"

it("tells receivers on this machine by either protocol, and none in another private range", async () => {
  const double = await Doubles.start()
  const status = async (endpoint_url: string) => {
    const answer = await double.fetch("/v3/webhooks", {
      method: "POST",
      headers: { "x-api-key": double.apiKey, "content-type": "application/json" },
      body: JSON.stringify({ display_name: "A", endpoint_url, event_types: ["message"] })
    })
    return answer.status
  }
  const reached = ["http://127.0.0.1:8080/a", "http://127.255.255.255:8080/a", "http://[::1]:8080/a"]
  const refused = [
    "http://10.0.0.1:8080/a",
    "http://192.168.0.1:8080/a",
    "http://[::2]:8080/a",
    "http://[fd00::1]:8080/a"
  ]
  expect(await Promise.all(reached.map(status))).toEqual([201, 201, 201])
  for (const each of await Promise.all(refused.map(status))) expect(each).toBe(400)
  await double.stop()
})

it("has a name that no other one has", () => {
  const names = [randomNode(), randomNode()]
  expect(new Set(names).size).toBe(2)
  for (const name of names) expect(name).toMatch(/^emulator-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})
