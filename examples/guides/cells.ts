import type { NewAccount } from "signalbox"
import { carrier, cells, createSignalbox, memory } from "signalbox"

// Whoever is large has a cell of its own, and whoever has to stay in Europe is there.
const chosen = new Map([
  ["0197a000-0000-7000-8000-00000000000a", "large"],
  ["0197a000-0000-7000-8000-00000000000b", "eu"]
])
/** The cells that take new accounts; a full one is taken off the list, and keeps those that it has. */
const open = ["us1", "us2"] as const

/** All others are spread by the end of their id, which is chance. */
const place = ({ id }: NewAccount): string => chosen.get(id) ?? open[Number.parseInt(id.slice(-4), 16) % open.length]!

const box = createSignalbox({
  // Yours are databases: postgres("postgres://signalbox@eu.example.com/signalbox").
  storage: cells({ us1: memory(), us2: memory(), eu: memory(), large: memory() }, { place, directory: "us1" }),
  carriers: [carrier({ id: "acme", channels: ["sms"], submit: ({ attempt }) => attempt })]
})

for (const last of ["a", "b", "c", "d"]) {
  const { id, name } = await box.accounts.ensure({
    id: `0197a000-0000-7000-8000-00000000000${last}`,
    name: `Customer ${last.toUpperCase()}`,
    balance: 10
  })
  // Whoever asks for an account need not know its cell.
  const { id: found } = await box.as(id).me.get()
  console.log(`${name}: ${place({ id, type: "organization" })}, ${found === id ? "found" : "missing"}`)
}
console.log((await box.operator.accounts.list()).total, "accounts in all cells")
await box.close()
