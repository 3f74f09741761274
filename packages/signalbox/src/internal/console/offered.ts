/**
 * The operations that a console offers: those which its views read, and those which they change something by where the
 * host lets them. Everything else is not there.
 */
import type { Plan } from "../plans.ts"
import { all } from "../plans.ts"

/** These change nothing. */
const read: ReadonlySet<string> = new Set([
  "consent.export",
  "contacts.get",
  "contacts.list",
  "messages.activities",
  "messages.get",
  "messages.list",
  "templates.get",
  "templates.list",
  "templates.preview_definition",
  "templates.revisions",
  "webhooks.events",
  "webhooks.get",
  "webhooks.list"
])

const written: ReadonlySet<string> = new Set([
  "contacts.update",
  "messages.cancel",
  "messages.resend",
  "templates.create",
  "templates.update",
  "webhooks.test",
  "webhooks.toggle"
])

/** Tells whose account it is. */
export const me: Plan = all.find(({ binding }) => binding.name === "me.get")!

export interface Found {
  readonly plan: Plan
  readonly params: Readonly<Record<string, string>>
}

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Returns the ids in a path that has the form of a binding's, or null. */
const paramsOf = (form: string, path: string): Readonly<Record<string, string>> | null => {
  const [wanted, given] = [form.split("/"), path.split("/")]
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? ""
    if (part.startsWith(":")) {
      const id = decoded(text)
      if (id === null || id === "") return null
      params[part.slice(1)] = id
    } else if (part !== text) return null
  }
  return params
}

/** A path without parameters goes before one that has them there: `/messages/explain` is no message. */
const byLiterals = (a: Found, b: Found): number => a.plan.ids.length - b.plan.ids.length

/** Returns the operation that a console has at a path such as `/v3/messages`, or null. */
export const find = (method: string, path: string, isWritable: boolean): Found | null => {
  const fitting = all.flatMap((plan): ReadonlyArray<Found> => {
    if (plan.binding.method !== method) return []
    const params = paramsOf(plan.binding.path, path)
    return params === null ? [] : [{ plan, params }]
  }).toSorted(byLiterals)
  const [found] = fitting
  if (found === undefined) return null
  const { name } = found.plan.binding
  return read.has(name) || (isWritable && written.has(name)) ? found : null
}
