/**
 * The names that templates have at Meta. With `own` names each revision is a template of its own there: it never changes, two
 * accounts never share one, and whoever has the name knows the template again.
 */
import type { TemplateId } from "@signalbox/core/Id"

/** The parts of a template from which its name is made. */
export interface Named {
  readonly id: string
  readonly name: string
  readonly revision: number
}

/** A revision of a template, as its name tells of it. */
export interface Revision {
  readonly template: TemplateId
  readonly revision: number
}

/** `own`: the name with the id and the revision. `plain`: the name alone. */
export type Naming = "own" | "plain"

/** Meta takes 512 characters. */
const slugLength = 400

/** Brings a name into the characters that Meta takes: small letters of ASCII, digits and low lines. */
const slug = (name: string): string =>
  name.normalize("NFKD").toLowerCase().replaceAll(/\p{Mn}/gu, "").replaceAll(/[^a-z0-9_]+/g, "_").slice(0, slugLength)

export const write = ({ id, name, revision }: Named, naming: Naming): string =>
  naming === "plain" ? slug(name) : `${slug(name)}_${id.replaceAll("-", "")}_r${revision}`

const own = /_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_r([1-9]\d{0,8})$/

/** Returns null for a name that was not made here. */
export const read = (name: string): Revision | null => {
  const [, one, two, three, four, five, revision] = own.exec(name) ?? []
  return revision === undefined
    ? null
    : { template: [one, two, three, four, five].join("-") as TemplateId, revision: Number(revision) }
}
