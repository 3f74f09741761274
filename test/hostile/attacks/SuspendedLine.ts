/**
 * An account is suspended for good while 970 of its messages wait in line at a carrier that takes 40 a second: none of them
 * goes out any more, and each has an outcome.
 */
import { pause, phone, start } from "../Embedded.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const messages = 970
const perSecond = 40
/** So many requests to carriers may still be on their way when the account is suspended. */
const inFlight = 10

export const attack: Attack = {
  name: `an account is suspended while ${messages} of its messages wait in line`,
  storages: ["memory", "postgres"],
  play: async (stage) => {
    const handed = new Map<string, number>()
    const { account, box, neighbour } = await start(stage, [{
      id: "line",
      pace: { perSecond, inFlight },
      submit: ({ id }) => void handed.set(id, (handed.get(id) ?? 0) + 1)
    }])
    const ask = () => box.as(neighbour).me.get()
    const before = await waits(ask, pause(2000))
    const to = Array.from({ length: messages }, (_, index) => phone(index))
    const sent = await box.as(account).messages.send({ to, template: { name: "order" }, channel: ["sms"] })
    while (handed.size < perSecond) await pause(10)
    const { stage: reached } = await box.operator.accounts.suspend(account)
    const first = handed.size
    // As long as the rest of the line would have taken.
    const during = await waits(ask, pause((messages / perSecond) * 1000))
    const late = handed.size - first
    const broken: Array<string> = []
    if (reached !== "suspended") broken.push(`the account is ${reached}`)
    if (late > inFlight) broken.push(`${late} went out after the account was suspended`)
    // Nobody reads for an account that is suspended.
    await box.operator.accounts.resume(account)
    const ids = sent.recipients.map(({ message_id: id }) => id)
    const found = await Promise.all(ids.map((id) => box.as(account).messages.get(id)))
    const isOpen = ({ status }: { readonly status: string }) => ["QUEUED", "ROUTED"].includes(status)
    return {
      before,
      during,
      bound: 1000,
      lost: found.filter(isOpen).length,
      doubled: [...handed.values()].filter((times) => times > 1).length,
      broken
    }
  }
}
