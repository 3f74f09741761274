import type { VNode } from "preact"
import { useEffect, useState } from "preact/hooks"
import { el, view } from "../element.ts"
import { control, useInbox } from "../inbox.ts"
import { lamp } from "../part/lamp.ts"
import type { Clock as Time } from "../source/shapes.ts"
import { explain } from "../source/source.ts"
import { day, span, timeOfDay } from "../words.ts"

const jumps = [
  ["+1 min", 60_000],
  ["+1 h", 3_600_000],
  ["+1 day", 86_400_000]
] as const

const Clock = ({ time }: { readonly time: Time | null }): VNode => {
  const inbox = useInbox()
  const [isTravelling, setTravelling] = useState(false)
  const [, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  const travel = (millis: number): void => {
    setTravelling(true)
    control<Time>(inbox, "POST", "clock", { advance_ms: Math.max(0, Math.ceil(millis)) })
      .then(({ now }) => inbox.say(`It is ${timeOfDay(now)} now.`), (error: unknown) => inbox.say(explain(error)))
      .finally(() => setTravelling(false))
  }
  const now = new Date(inbox.now()).toISOString()
  const ahead = time?.offset_ms ?? 0
  const next = time?.next ?? null
  const lights = time === null ? null : ahead > 0 ? "wait" as const : "go" as const
  return el(
    "div.clock",
    { role: "group", "aria-label": "Clock of the service" },
    lamp(lights),
    el("time", { dateTime: now }, `${day(inbox.now())} ${timeOfDay(now)}`),
    ahead > 0 ? el("small", {}, `${span(ahead)} ahead`) : null,
    ...jumps.map(([label, millis]) =>
      el("button.chip", { type: "button", key: label, disabled: isTravelling, onClick: () => travel(millis) }, label)
    ),
    next === null ? null : el("button.chip", {
      type: "button",
      disabled: isTravelling,
      title: "Travel there",
      onClick: () => travel(Date.parse(next.at) - inbox.now())
    }, `Next due: ${timeOfDay(next.at)} ${next.name.replaceAll("_", " ")}`)
  )
}

/** The time of the service, how far it is ahead, and buttons that go on in time. */
export const clock = (properties: { readonly time: Time | null }): VNode => view(Clock, properties)
