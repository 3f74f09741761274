/**
 * A profile is deleted while its messages wait in line at a carrier that takes 40 a second, and its number is given to
 * another company immediately. What still leaves from that number leaves in the name of somebody else.
 */
import { carrier, createSignalbox, memory, postgres } from "signalbox"
import type { Attack, Outcome, Stage } from "./Attack.ts"
import { waits } from "./Attack.ts"

const messages = 600
const perSecond = 40
/** The deletion comes after so many. */
const first = 80
/** So many requests to carriers may still be on their way when the deletion is committed. */
const inFlight = 10
const [number, other] = ["+12015550190", "+12015550191"]

const storageOf = ({ place, storage }: Stage) =>
  storage === "postgres" ? postgres(place, { maxConnections: 4 }) : memory()

const play = async (stage: Stage): Promise<Outcome> => {
  const handed: Array<{ readonly id: string; readonly account: string; readonly from: string | null }> = []
  let reached: () => void = () => {}
  const some = new Promise<void>((resolve) => {
    reached = resolve
  })
  const box = createSignalbox({
    storage: storageOf(stage),
    carriers: [carrier({
      id: "line",
      channels: ["sms"],
      pace: { perSecond, inFlight },
      submit: ({ account, attempt, from, id }) => {
        handed.push({ id, account, from })
        if (handed.length === first) reached()
        return `line-${attempt}`
      }
    })],
    secretKeys: `attack:${Buffer.alloc(32, 7).toString("base64")}`,
    log: false
  })
  stage.after(() => box.close())
  const ended = new Set<string>()
  box.on("message.cancelled", ({ payload }) => void ended.add(String(payload["message_id"])))
  const organization = await box.accounts.ensure({ name: "Attacked", balance: 1000, numbers: [] })
  const settings = { name: "Line", organization: organization.id, balance: 1000, channels: ["sms"] as const }
  const profile = await box.accounts.ensure({ ...settings, numbers: [number!] })
  const neighbour = await box.accounts.ensure({ name: "Neighbour", balance: 1000, numbers: [other!] })
  const own = box.as(profile.id)
  await own.templates.ensure({ name: "order", definition: { body: { multiChannel: { template: "On its way." } } } }, {
    reviewedWithinMs: 20_000
  })
  const to = Array.from({ length: messages }, (_, index) => `+1201556${String(index).padStart(4, "0")}`)
  const sent = await own.messages.send({ to, template: { name: "order" }, channel: ["sms"] })
  await some
  const ask = () => box.as(neighbour.id).me.get()
  const quiet = await waits(ask, new Promise((resolve) => setTimeout(resolve, 1000)))
  await box.as(organization.id).senderProfiles.delete(profile.id)
  await box.accounts.ensure({ name: "Neighbour", numbers: [number!, other!] })
  const before = handed.length
  // As long as the rest of the line would have taken.
  const during = await waits(ask, new Promise((resolve) => setTimeout(resolve, (messages / perSecond) * 1000)))
  const after = handed.slice(before)
  const times = new Map<string, number>()
  for (const { id } of handed) times.set(id, (times.get(id) ?? 0) + 1)
  const late = after.filter(({ account, from }) => account === profile.id && from === number)
  return {
    before: quiet,
    during,
    bound: 1000,
    lost: sent.recipients.filter(({ message_id: id }) => !times.has(id) && !ended.has(id)).length,
    doubled: [...times.values()].filter((count) => count > 1).length,
    broken: [
      ...(late.length > inFlight ? [`${late.length} left from a number that belonged to ${neighbour.name}`] : []),
      ...(before < first ? ["the line did not move before the deletion"] : [])
    ]
  }
}

export const attack: Attack = {
  name: "a deleted profile's line",
  storages: ["memory", "postgres"],
  play
}
