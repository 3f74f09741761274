/**
 * The names of what the schema holds, quoted and qualified, so that no statement depends on a search path.
 */
const names = [
  "row",
  "unique_key",
  "list_count",
  "subscription",
  "sum",
  "sum_entry",
  "claim",
  "work",
  "bell",
  "node",
  "lockout",
  "rate_fixed",
  "rate_share",
  "tick",
  "migration"
] as const

export type Tables = { readonly [Name in (typeof names)[number]]: string } & { readonly schema: string }

const quote = (name: string): string => `"${name.replaceAll("\"", "\"\"")}"`

export const make = (schema: string): Tables => ({
  ...Object.fromEntries(names.map((name) => [name, `${quote(schema)}.${quote(name)}`])) as Tables,
  schema: quote(schema)
})

/** An instant (whole milliseconds) as timestamptz. Whole microseconds are exact, so it comes back as it went in. */
export const instant = (millis: string): string => `(timestamptz 'epoch' + ${millis} * interval '1 millisecond')`

export const millis = (at: string): string => `round(extract(epoch from ${at}) * 1000)::int8`
