/**
 * The options of all commands. An option means the same wherever it is taken.
 */

export interface Option {
  /** The word that stands for its value in the help; absent: it takes none. */
  readonly value?: string
  readonly says: string
}

export const options = {
  addresses: { value: "RANGES", says: "the addresses that the key may be used from, with commas (default: any)" },
  action: { value: "ACTION", says: "what the keyword does: OPT_OUT, OPT_IN or HELP" },
  all: { says: "all of them" },
  "api-key": { value: "UUID", says: "the key to begin with (default: a random one, printed at the start)" },
  ca: { value: "FILE", says: "the authority that vouches for the operator, as PEM; with --tls" },
  carrier: { value: "ID", says: "only what stands in line at this carrier" },
  cells: {
    value: "CELLS",
    says: "the databases of a service with cells: \"eu=URL us=URL\" (default: DATABASE_CELLS)"
  },
  channel: { value: "CHANNEL", says: "only on this channel: sms, whatsapp, rcs or mms" },
  check: { says: "change nothing; exit with 1 when migrations are missing" },
  "control-clients": {
    value: "RANGES",
    says: "who may use the control besides this machine: addresses or ranges, with commas"
  },
  "control-hosts": { value: "NAMES", says: "the names by which they may call this machine, with commas" },
  country: { value: "COUNTRY", says: "only for recipients there, such as GB" },
  "database-url": { value: "URL", says: "the PostgreSQL database (default: DATABASE_URL)" },
  directory: { value: "CELL", says: "the cell that has the directory, with --cells (default: the first one)" },
  "docs-url": { value: "URL", says: "the documentation that errors lead to by doc_url (default: none)" },
  "dry-run": { says: "count what would be done, and change nothing" },
  expires: { value: "TIME", says: "how long the new key is valid: 90s, 10m, 24h, 90d (default: for good)" },
  for: { value: "TIME", says: "for how long: 90s, 10m, 24h, 7d (default: 1h)" },
  from: {
    value: "SENDER",
    says: "who the message comes from: a number, a short code or a name (default: the operator's)"
  },
  "from-type": { value: "TON/NPI", says: "the type of number of the sender (default: by its kind, 1/1, 3/0 or 5/0)" },
  grace: { value: "TIME", says: "how long the old key stays valid: 90s, 10m, 24h, 7d (default: 0s)" },
  help: { says: "show this help" },
  host: { value: "HOST", says: "the address to listen on (default: 127.0.0.1)" },
  ids: {
    value: "FORMS",
    says: "ids in answers, TLVs and receipts: text, hexadecimal or decimal each (default: text,text,text)"
  },
  json: { says: "print JSON, for machines" },
  key: { value: "UUID", says: "the text of the new key (default: a random one)" },
  kind: { value: "KIND", says: "only lanes of this kind" },
  limit: { value: "NUMBER", says: "how many at most (default: 100)" },
  pair: { says: "bind as transmitter and receiver, not as transceiver" },
  pooler: { says: "the URL is that of a connection pooler such as PgBouncer" },
  port: { value: "PORT", says: "the port to listen on; 0 takes any free one (default: 3000)" },
  reason: { value: "TEXT", says: "why the template is rejected" },
  reply: { value: "TEXT", says: "the name of a template, or a text, that answers the keyword" },
  schema: { value: "NAME", says: "the schema of the tables (default: signalbox)" },
  scopes: { value: "SCOPES", says: "send, read, manage, webhooks, with commas (default: all)" },
  seed: { value: "FILE", says: "a seed file in JSON: accounts, keys, templates" },
  servername: { value: "NAME", says: "the name that the operator's certificate has (default: the host); with --tls" },
  "system-id": { value: "NAME", says: "the name by which the operator knows us" },
  "system-type": { value: "TYPE", says: "the kind of our system, where the operator wants to know (default: none)" },
  text: { value: "TEXT", says: "what the message says" },
  tls: { says: "encrypt the connection, and verify who the operator is" },
  "to-type": { value: "TON/NPI", says: "the type of number of the recipient (default: 1/1)" },
  url: { value: "URL", says: "the address of the service (default: http://127.0.0.1:3000)" },
  version: { says: "show the version" },
  wait: { value: "TIME", says: "how long the receipt may take: 90s, 10m (default: 1m)" }
} as const satisfies Readonly<Record<string, Option>>

export type OptionName = keyof typeof options

export const names = Object.keys(options) as ReadonlyArray<OptionName>

/** One letter for what people type most. */
export const shorts: Readonly<Record<string, OptionName>> = { h: "help", v: "version" }

/** The options that every command takes. */
export const common: ReadonlyArray<OptionName> = ["help", "json"]

/** The options that every command on a database takes. */
export const database: ReadonlyArray<OptionName> = ["database-url", "cells", "directory", "schema", "pooler"]

export const optionOf = (name: OptionName): Option => options[name]

/** Returns the option as it is written: `--port PORT`. */
export const written = (name: OptionName): string => {
  const { value } = optionOf(name)
  return value === undefined ? `--${name}` : `--${name} ${value}`
}
