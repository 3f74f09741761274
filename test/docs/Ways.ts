/**
 * The table of all that can be done over HTTP, through the facade and on the command line. The calls of clients come from the list of
 * operations; the others are put side by side here, and each has its place once. Where there is no way, the reason stands.
 */
import { commands } from "@signalbox/command/Commands"
import { operations } from "@signalbox/core/Catalogue"
import { bindings } from "@signalbox/http/Api"
import { createSignalbox, memory } from "signalbox"
import type { Table } from "./Table.ts"
import { code } from "./Table.ts"

/** The calls of one way, or the reason why there is none. */
type Cell = ReadonlyArray<string> | { readonly none: string }

export interface Way {
  readonly says: string
  readonly http: Cell
  readonly facade: Cell
  readonly command: Cell
}

const byAccount = { none: "an account does it, by HTTP or `as`" }
const byOperator = { none: "no client may" }
const byCarrier = { none: "carriers do it, not people" }
const inProcess = { none: "only in the host's process" }
const inCode = { none: "an option in code, the same on every node" }
const alone = { none: "a process of its own" }

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, first: string) => first.toUpperCase())

/** Voice belongs to apps, which have tokens. */
const isOfApps = (name: string): boolean => /^(?:calls|voice)\./.test(name)

const ofClients: ReadonlyArray<Way> = bindings.map(({ method, name, path }) => ({
  says: operations[name as keyof typeof operations].summary,
  http: [`${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`],
  facade: isOfApps(name) ? { none: "apps call it themselves" } : [`as.${name.split(".").map(camel).join(".")}`],
  command: name === "messages.explain" ? ["messages explain"] : byAccount
}))

const operator = (
  says: string,
  facade: string,
  command: Cell,
  http: Cell = byOperator
): Way => ({ says, http, facade: [`operator.${facade}`], command })

const pairs = (group: string, name: string, command: string): ReadonlyArray<Way> => [
  operator(`Read ${name} of an account`, `${group}.get`, [`${command} show`]),
  operator(`Set ${name} of an account`, `${group}.set`, [`${command} set`])
]

const others: ReadonlyArray<Way> = [
  {
    says: "Create an account, or bring it up to date",
    http: byOperator,
    facade: ["accounts.ensure"],
    command: { none: "`accounts.ensure` at the start, or a seed file of `dev`" }
  },
  operator("List all accounts", "accounts.list", ["accounts list"]),
  operator("Show an account", "accounts.get", ["accounts show"]),
  operator("Suspend an account", "accounts.suspend", ["accounts suspend"]),
  operator("End its suspension", "accounts.resume", ["accounts resume"]),
  operator("Close an account for good", "accounts.close", ["accounts close"]),
  operator("Move an account to another cell, and undo that", "accounts.move", ["accounts move", "accounts undo-move"]),
  {
    says: "Read a balance",
    http: byOperator,
    facade: ["accounts.balance"],
    command: ["accounts show"]
  },
  operator("Set a balance", "accounts.setBalance", ["accounts set-balance"]),
  {
    says: "Add money once for a payment",
    http: byOperator,
    facade: ["accounts.topUp"],
    command: { none: "whoever takes the payment does it; by hand it is `accounts set-balance`" }
  },
  {
    says: "Make, list, rotate and end API keys",
    http: byOperator,
    facade: ["keys.create", "keys.list", "keys.rotate", "keys.revoke"],
    command: ["keys create", "keys list", "keys rotate", "keys revoke"]
  },
  operator("Read the prices of all accounts", "prices.global", inCode),
  ...pairs("prices", "the prices, and whether it is charged,", "prices"),
  operator("Read the routing rules of all accounts", "rules.global", inCode),
  ...pairs("rules", "the routing rules", "rules"),
  ...pairs("numberPools", "the pools of numbers", "number-pools"),
  ...pairs("destinations", "the destinations", "destinations"),
  ...pairs("spend", "the spend caps", "spend"),
  operator("See how much of them is used up", "spend.used", ["spend used"]),
  ...pairs("retention", "the retention", "retention"),
  operator("Read the retention of all accounts", "retention.global", ["retention"]),
  operator("Set the retention of all accounts", "retention.setForAll", ["retention set-all"]),
  operator("Count what it would remove", "retention.preview", ["retention"]),
  ...pairs("quietHours", "the quiet hours", "quiet-hours"),
  ...pairs("limits", "the limits", "limits"),
  ...pairs("frequency", "the rules of how often a recipient is written to,", "frequency"),
  ...pairs("purposes", "the purposes", "purposes"),
  operator("Say what a recipient has said about purposes", "purposes.prefer", ["purposes prefer"], {
    none: "a client does it by the contact"
  }),
  operator("Read who changed what in an account", "auditLog.list", ["audit-log list"], {
    none: "an account reads its own"
  }),
  operator("List the keywords of an account", "keywords.list", ["keywords list"]),
  operator("Add or change a keyword", "keywords.set", ["keywords set"]),
  operator("Take a keyword away", "keywords.remove", ["keywords remove"]),
  {
    says: "Switch a list of further keywords on and off",
    http: byOperator,
    facade: { none: "`accounts.ensure({ keywordLists })`" },
    command: ["keywords switch-on", "keywords switch-off"]
  },
  operator("List the suppressed numbers", "suppressions.list", ["suppressions export"]),
  operator("Suppress numbers", "suppressions.add", ["suppressions add", "suppressions import"]),
  operator("End a suppression", "suppressions.remove", ["suppressions remove"]),
  operator(
    "List the prefixes that are paused",
    "prefixes.list",
    ["prefixes list"],
    { none: "an account lists its own" }
  ),
  operator("Pause a prefix until it is lifted", "prefixes.pin", ["prefixes pin"]),
  operator("Lift the pause of a prefix", "prefixes.lift", ["prefixes lift"]),
  operator("Erase a recipient of any account", "privacy.erase", ["privacy erase"]),
  operator("See how far an erasure has come", "privacy.get", ["privacy show"]),
  operator("Export what is kept of a recipient or an account", "privacy.export", ["privacy export"]),
  operator("Approve a template by hand", "templates.approve", ["templates approve"]),
  operator("Reject a template by hand", "templates.reject", ["templates reject"]),
  operator("Pause an approved template", "templates.pause", ["templates pause"]),
  operator("Let a paused template be used again", "templates.resume", ["templates resume"]),
  operator("List the carriers of this process", "carriers.list", inCode),
  operator("Pause a carrier", "carriers.pause", ["carriers pause"]),
  operator("Drain a carrier", "carriers.drain", ["carriers drain"]),
  operator("Let a carrier go on", "carriers.resume", ["carriers resume"]),
  operator("See how carriers fare", "carriers.health", ["carriers health"]),
  operator("Set the weight of a carrier for a while", "carriers.pin", ["carriers pin"]),
  operator("Begin anew with a carrier", "carriers.release", ["carriers release"]),
  operator("See how much waits in which lane", "lanes.list", ["work lanes"]),
  operator("See what is paused and drained", "lanes.restrictions", ["work held"]),
  operator("Pause a lane", "lanes.pause", ["work pause"]),
  operator("Drain a lane of submissions", "lanes.drain", ["work drain"]),
  operator("Let a lane go on", "lanes.resume", ["work resume"]),
  operator("Cancel the messages that wait", "messages.cancelWaiting", ["messages cancel-waiting"], {
    none: "a client cancels its messages one by one"
  }),
  operator("List dead letters", "deadLetters.list", ["work dead"]),
  operator("Put a dead letter back to work", "deadLetters.retry", ["work retry"]),
  operator("Give a dead letter up", "deadLetters.discard", ["work discard"]),
  operator("Make the directory of cells anew", "directory.rebuild", ["directory rebuild"]),
  {
    says: "Wait for the end of a message",
    http: { none: "webhooks tell it" },
    facade: ["as.messages.settled"],
    command: inProcess
  },
  {
    says: "Read an export, record after record",
    http: { none: "page after page there" },
    facade: ["as.privacy.records"],
    command: ["privacy export"]
  },
  {
    says: "Create or change a template by its name, and wait for the review",
    http: { none: "two calls there" },
    facade: ["as.templates.ensure"],
    command: inProcess
  },
  {
    says: "Take receipts and inbound messages",
    http: ["ANY /carriers/{id}"],
    facade: ["receipts.report", "inbound.receive"],
    command: byCarrier
  },
  { says: "Hear events", http: { none: "webhooks tell them" }, facade: ["on"], command: inProcess },
  { says: "Send within a transaction", http: inProcess, facade: ["in", "committed"], command: inProcess },
  {
    says: "Answer requests",
    http: { none: "it is the HTTP API itself" },
    facade: ["fetch", "node"],
    command: ["dev"]
  },
  { says: "Show an account in the browser", http: inProcess, facade: ["console"], command: inProcess },
  {
    says: "Let coding assistants drive a local service",
    http: { none: "`/emulator` of `dev`" },
    facade: { none: "tests of your own take the double" },
    command: ["mcp"]
  },
  {
    says: "Know whether it is ready",
    http: ["GET /health/live", "GET /health/ready", "GET /healthcheck"],
    facade: ["ready"],
    command: { none: "ask the service over HTTP" }
  },
  { says: "Watch it", http: byOperator, facade: ["metrics"], command: { none: "ask a running service" } },
  {
    says: "Copy a database of SQLite while it is in use",
    http: byOperator,
    facade: ["backup"],
    command: { none: "only the process that has the file open" }
  },
  { says: "Stop in good order", http: inProcess, facade: ["close"], command: { none: "a signal ends the process" } },
  {
    says: "Bring the tables up to date",
    http: byOperator,
    facade: { none: "`postgres(url, { migrate })` at the start" },
    command: ["migrate"]
  },
  { says: "Try an operator's SMPP out", http: alone, facade: alone, command: ["smpp-check"] }
]

export const ways: ReadonlyArray<Way> = [...others, ...ofClients]

const joined = (cell: Cell, written: (call: string) => string): string =>
  "none" in cell ? `_${cell.none}_` : cell.map((call) => code(written(call))).join(", ")

const shown = (call: string): string => call.startsWith("as.") ? `as(id).${call.slice(3)}` : call

export const table: Table = {
  head: ["What", "HTTP API", "`box`", "`npx signalbox`"],
  rows: ways.map(({ command, facade, http, says }) => [
    says,
    joined(http, (call) => call),
    joined(facade, shown),
    joined(command, (call) => call)
  ])
}

const isCalls = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !(value instanceof Promise)

const callsOf = (value: unknown, path: string): ReadonlyArray<string> =>
  isCalls(value)
    ? Object.entries(value).flatMap(([name, each]) => callsOf(each, path === "" ? name : `${path}.${name}`))
    : [path]

/** Every call that the facade has. What `as` returns stands under its name. */
export const facadeCalls = async (): Promise<ReadonlyArray<string>> => {
  const box = createSignalbox({ storage: memory(), carriers: [], work: false, log: false })
  try {
    const { as, ...rest } = box
    return [...callsOf(rest, ""), ...callsOf(as("0190a000-0000-7000-8000-000000000001"), "as")]
  } finally {
    await box.close({ graceMs: 0 })
  }
}

/** Every command that the command line has. */
export const commandNames: ReadonlyArray<string> = commands.map(({ path }) => path.join(" "))

/** The calls of one way, in the order of the table. */
export const named = (way: "http" | "facade" | "command"): ReadonlyArray<string> =>
  ways.flatMap((each) => {
    const cell = each[way]
    return "none" in cell ? [] : cell
  })
