/** Numbers, times and names as people read them. */
import type { Lamp } from "../Line.ts"
import { channelName, lampOf } from "../Line.ts"

export { channelName, lampOf }
export type { Lamp }

const two = (number: number): string => String(number).padStart(2, "0")

/** Returns the time of day, such as 13:59. */
export const timeOfDay = (iso: string): string => {
  const at = new Date(iso)
  return `${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Returns the time of day to the millisecond. */
export const exactTime = (iso: string): string => {
  const at = new Date(iso)
  return `${timeOfDay(iso)}:${two(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, "0")}`
}

const days = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short" })

export const day = (millis: number): string => days.format(millis)

/** Returns the day as it is called on another one: Today, Yesterday, or its date. */
export const dayOf = (iso: string, now: number): string => {
  const midnight = (millis: number): number => new Date(millis).setHours(0, 0, 0, 0)
  const distance = Math.round((midnight(now) - midnight(Date.parse(iso))) / 86_400_000)
  return distance === 0 ? "Today" : distance === 1 ? "Yesterday" : day(Date.parse(iso))
}

/** Returns a span of time in its largest unit, such as "18 h" or "412 ms". */
export const span = (millis: number): string => {
  const all = Math.abs(millis)
  if (all < 1000) return `${Math.round(all)} ms`
  if (all < 120_000) return `${Number((all / 1000).toFixed(all < 10_000 ? 2 : 0))} s`
  if (all < 7_200_000) return `${Math.round(all / 60_000)} min`
  if (all < 172_800_000) return `${Math.round(all / 3_600_000)} h`
  return `${Math.round(all / 86_400_000)} days`
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`

export const price = (amount: number | string | null | undefined): string | null =>
  amount === null || amount === undefined || Number.isNaN(Number(amount)) ? null : `$${Number(amount).toFixed(4)}`

/** Returns a status as a word within a sentence: Delivered, Queued. */
export const statusWord = (status: string): string => status.charAt(0) + status.slice(1).toLowerCase()

/** Returns the last part of a URL, by which people know a file. */
export const fileName = (url: string): string => {
  const [path = url] = url.split(/[?#]/)
  return path.split("/").findLast((part) => part !== "") ?? url
}

/** Returns the lamp of a template in this status. */
export const lampOfTemplate = (status: string): Lamp => {
  switch (status) {
    case "APPROVED":
      return "go"
    case "REJECTED":
    case "ARCHIVED":
      return "stop"
    case "DRAFT":
      return "info"
    default:
      return "wait"
  }
}
