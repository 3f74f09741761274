/**
 * `npm run bench:bloat`: how much more room tables and indexes take after whole lives under load, for an hour or as many
 * `--seconds`, than what is in them takes when it is written anew. The lives come in sends of `--recipients`, and a webhook
 * is told of them. Beside each table, whose indexes stand below it, stands the room at half time: those whose rows come and go are nearly empty at the
 * end and keep the size of their largest crowd, so that they must not grow any more.
 */
import { parseArgs } from "node:util"
import pg from "pg"
import * as Server from "../postgres/Server.ts"
import * as Room from "./Room.ts"
import * as WholeLives from "./WholeLives.ts"

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "3600" },
    recipients: { type: "string", default: "20" },
    /** How many messages live in each turn. */
    messages: { type: "string", default: "4000" }
  }
})
const recipients = Number(values.recipients)
const millis = 1000 * Number(values.seconds)

const messages = async (client: pg.Client): Promise<number> => {
  const { rows: [row] } = await client.query<{ readonly count: number }>(
    "select count(*)::float8 as count from signalbox.message"
  )
  return row!.count
}

const server = await Server.own()
await server.start()
const client = new pg.Client({ connectionString: server.url })
try {
  await client.connect()
  const began = performance.now()
  /** The room after each turn, with the time that it ended. */
  const turns: Array<{ readonly at: number; readonly rooms: ReadonlyArray<Room.Room> }> = []
  const between = async () => {
    turns.push({ at: performance.now() - began, rooms: await Room.of(client, "signalbox") })
  }
  await WholeLives.measure(
    { ...process.env, DATABASE_URL: server.url },
    { recipients, sends: Math.ceil(Number(values.messages) / recipients), isTold: true, millis, between }
  )
  const half = turns.find(({ at }) => at > millis / 2)?.rooms ?? await Room.of(client, "signalbox")
  console.log(
    `${(await messages(client)).toLocaleString("en")} messages in ${Math.round((performance.now() - began) / 1000)} s`
  )
  for (const line of await Room.compared(client, "signalbox", half)) console.log(line)
} finally {
  await client.end()
  server.signal("SIGQUIT")
  await server.gone()
  server.remove()
}
