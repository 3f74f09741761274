/**
 * A host's tests replace the timers of the process again and again amid calls, and give them back without those that are
 * still to come.
 */
import * as Sinon from "@sinonjs/fake-timers"
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises"
import { phone, start } from "../Embedded.ts"
import type { Attack } from "./Attack.ts"

const rounds = 200

export const attack: Attack = {
  name: "200 times fake timers amid calls",
  storages: ["memory", "postgres"],
  play: async (stage) => {
    const handed = new Map<string, number>()
    const { account, box } = await start(stage, [{
      id: "acme",
      submit: ({ id }) => void handed.set(id, (handed.get(id) ?? 0) + 1)
    }])
    const me = box.as(account)
    const broken: Array<string> = []
    let taken = 0
    for (let round = 0; round < rounds; round++) {
      const clock = Sinon.install({ now: Date.now(), toFake: ["setTimeout", "setInterval", "setImmediate", "Date"] })
      const sent = me.messages.send({ to: [phone(round)], template: { name: "order" }, channel: ["sms"] })
      for (let count = 0; count < 20; count++) await turn()
      clock.uninstall()
      if (await Promise.race([sent, sleep(15_000, null)]) === null) broken.push("a call hangs")
      else taken++
      if (broken.length > 0) break
    }
    for (let look = 0; look < 200 && handed.size < taken; look++) await sleep(100)
    return {
      // Who else asks in this process has its timers replaced as well.
      before: null,
      during: null,
      bound: null,
      lost: taken - handed.size,
      doubled: [...handed.values()].filter((times) => times > 1).length,
      broken
    }
  }
}
