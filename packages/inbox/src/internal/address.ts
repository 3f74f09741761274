/**
 * The address of what is shown, behind the `#`: a view, what it shows of its things, and settings of it. Everything that
 * can be shared and loaded again stands in it.
 */

export const views = ["phones", "messages", "webhooks", "carriers", "templates", "contacts", "send"] as const
export type ViewName = (typeof views)[number]

export interface Address {
  readonly view: ViewName
  /** Such as the id of what is shown. */
  readonly parts: ReadonlyArray<string>
  readonly settings: Readonly<Record<string, string>>
}

const isView = (text: string): text is ViewName => views.some((view) => view === text)

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reads an address. One that names no view is that of the phones. */
export const parse = (hash: string): Address => {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?", 2)
  const [view = "", ...parts] = path.split("/").filter((part) => part !== "").map(decoded)
  return isView(view)
    ? { view, parts, settings: Object.fromEntries(new URLSearchParams(query)) }
    : { view: "phones", parts: [], settings: {} }
}

/** Writes an address, with the `#` before it. Settings that are empty are left out. */
export const format = ({ parts, settings, view }: Address): string => {
  const given = Object.entries(settings).filter(([, value]) => value !== "")
  const query = given.length === 0 ? "" : `?${new URLSearchParams(given)}`
  // A number keeps its plus, which reads better and means the same there.
  const path = parts.map((part) => `/${encodeURIComponent(part).replace(/^%2B/, "+")}`).join("")
  return `#/${view}${path}${query}`
}
