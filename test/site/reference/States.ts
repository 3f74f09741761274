/**
 * The page of the states: diagrams that are drawn from the transition tables, and the tables themselves.
 */
import * as ChannelState from "@signalbox/core/internal/channel/ChannelState"
import * as AttemptState from "@signalbox/core/internal/message/AttemptState"
import * as SetUserStatus from "@signalbox/core/internal/user/SetUserStatus"
import * as MessageState from "@signalbox/core/MessageState"
import * as TemplateState from "@signalbox/core/TemplateState"
import type { Table } from "../../docs/Table.ts"
import * as Transitions from "../../docs/Transitions.ts"
import type { Page } from "../Page.ts"
import * as Diagram from "./Diagram.ts"
import { paragraphs, table } from "./Text.ts"

interface Machine {
  readonly name: string
  readonly title: string
  readonly says: string
  readonly graph: Diagram.Graph
  readonly table: Table
}

interface Row {
  readonly from: string | null
  readonly to: string
  readonly trigger: string
}

const edges = (rows: ReadonlyArray<Row>): ReadonlyArray<Diagram.Edge> =>
  Diagram.merged(rows.map(({ from, to, trigger }) => ({
    from: from ?? "(new)",
    to,
    label: trigger.replaceAll("_", " ")
  })))

const ends = { good: ["DELIVERED", "READ"], bad: ["FAILED", "FILTERED", "BLOCKED"] }

/** Receipts that are late or skip a state, and what is sent again. */
const isLater = ({ from, trigger }: Row): boolean =>
  trigger === "resent" || ((trigger === "delivered" || trigger === "read") && from !== "SENT" && from !== "DELIVERED")

const channelRows = (channel: string): ReadonlyArray<Row> =>
  ChannelState.table.filter(({ on }) => on === channel).map(({ from, to, trigger }) => ({ from, to, trigger }))

const machines: ReadonlyArray<Machine> = [
  {
    name: "message",
    title: "Messages",
    says:
      "A message begins QUEUED or SCHEDULED when it is sent, and RECEIVED when it comes in. Each change to another " +
      "state is told to webhooks. This is the way that most messages go:",
    graph: { direction: "TB", edges: edges(MessageState.table.filter((row) => !isLater(row))), ...ends },
    table: Transitions.messages
  },
  {
    name: "message-later",
    title: "Messages that seemed to have ended",
    says:
      "A receipt may come late, or again, and a client may send a message once more. Then a message goes on from a " +
      "state in which it seemed to have ended, or skips one. The table above has these lines too.",
    graph: { direction: "TB", edges: edges(MessageState.table.filter(isLater)), ...ends },
    table: { head: [], rows: [] }
  },
  {
    name: "attempt",
    title: "Attempts",
    says: "Each attempt of a message at a carrier has a state of its own.",
    graph: { direction: "LR", edges: edges(AttemptState.table), good: ["DELIVERED", "READ"], bad: ["FAILED"] },
    table: Transitions.attempts
  },
  {
    name: "template",
    title: "Templates",
    says: "A template is sent only while it is APPROVED.",
    graph: { direction: "LR", edges: edges(TemplateState.table), good: ["APPROVED"], bad: ["REJECTED"] },
    table: Transitions.templates
  },
  ...[...new Set(ChannelState.table.map(({ on }) => on))].map((channel): Machine => ({
    name: `channel-${channel}`,
    title: `Channels: ${channel}`,
    says: "An order of a channel goes through these.",
    graph: { direction: "LR", edges: edges(channelRows(channel)) },
    table: {
      head: Transitions.channels.head.slice(1),
      rows: Transitions.channels.rows.filter(([on]) => on === `\`${channel}\``).map((row) => row.slice(1))
    }
  })),
  {
    name: "user",
    title: "Users",
    says: "A user of an account is invited, and later active or not.",
    graph: {
      direction: "LR",
      edges: Object.entries(SetUserStatus.transitions).flatMap(([from, next]) => next.map((to) => ({ from, to })))
    },
    table: Transitions.users
  }
]

const schemes = ["light", "dark"] as const

/** The pictures, by their addresses. */
export const pictures: ReadonlyMap<string, string> = new Map(
  machines.flatMap(({ graph, name }) =>
    schemes.map((scheme) => [`states/${name}-${scheme}.svg`, Diagram.svg(graph, scheme)] as const)
  )
)

const sectionOf = ({ name, says, table: { head, rows }, title }: Machine): string =>
  paragraphs(
    `## ${title}`,
    says,
    schemes.map((scheme) =>
      `![The states of ${title}, as the table says them](/states/${name}-${scheme}.svg){.${scheme}-only}`
    ).join("\n"),
    table(head, rows)
  ).trimEnd()

export const page: Page = {
  file: "reference/states.md",
  front: {
    description: "The states of messages, attempts, templates, channels and users, drawn from the tables of the code.",
    order: 70
  },
  written: false,
  text: paragraphs(
    "# States",
    "Every state changes only by these tables. The diagrams are drawn from them: green is where one wants to arrive, red is " +
      "where it stopped. A diagram that is small here is [a file of its own](/states/message-light.svg) that can be enlarged.",
    ...machines.map(sectionOf)
  )
}
