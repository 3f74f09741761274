/** The cost of a message from its acceptance to its end: CPU in milliseconds, log and room in kilobytes. */
interface Cost {
  readonly node: number
  readonly database: number
  readonly rows: number
  readonly log: number
  readonly room: number
}

// As measured, see above. Put your own figures here: those of npm run bench on your machines.
const alone: Cost = { node: 0.55, database: 0.6, rows: 9, log: 5, room: 2 }
const told: Cost = { node: 1, database: 2, rows: 32, log: 14, room: 5 }

/** The messages of a second that a cell takes, the share of a core that is planned with, and how many days are kept. */
const plan = { perCell: 2000, share: 0.5, days: 30 }

const size = (perSecond: number, cost: Cost) => {
  const cells = Math.ceil(perSecond / plan.perCell)
  const cores = (millis: number): number => perSecond * millis / 1000 / plan.share
  // A node is a process, and takes one core.
  const nodes = Math.max(2, Math.ceil(cores(cost.node)))
  // A node spreads its connections over the cells; one more for each hears of work.
  const connections = nodes * (Math.max(2, Math.ceil(10 / cells)) + 1)
  const messages = perSecond / cells * 86_400
  return [
    perSecond.toLocaleString("en"),
    cells,
    nodes,
    Math.max(2, Math.ceil(cores(cost.database) / cells)),
    (perSecond / cells * cost.rows).toLocaleString("en"),
    `${(messages * cost.log / 1e9).toFixed(2)} TB`,
    `${(messages * plan.days * cost.room / 1e9).toFixed(1)} TB`,
    connections
  ]
}

const columns = ["messages/s", "cells", "nodes", "cores", "rows/s", "log a day", "room", "connections"]
const line = (parts: ReadonlyArray<string | number>): string => parts.map((part) => String(part).padStart(12)).join("")

for (const [name, cost] of [["no webhooks", alone], ["four events told to a webhook", told]] as const) {
  console.log(`${name}; from the cores on, of each cell:`)
  console.log(line(columns))
  for (const perSecond of [1000, 10_000, 100_000]) console.log(line(size(perSecond, cost)))
}
