/**
 * A tenant makes profiles, each with an Idempotency-Key, and each answer shows an API key. None of the keys is found in a
 * dump of the database, and a repetition shows it once more.
 */
import pg from "pg"
import { pause, start } from "../Embedded.ts"
import type { Attack } from "./Attack.ts"
import { waits } from "./Attack.ts"

const profiles = 60

export const attack: Attack = {
  name: "a dump of the database after 60 profiles with keys were made",
  storages: ["postgres"],
  play: async (stage) => {
    const { account, box, neighbour } = await start(stage, [{ id: "acme", submit: () => {} }])
    const me = box.as(account)
    const ask = () => box.as(neighbour).me.get()
    const before = await waits(ask, pause(2000))
    const broken = new Set<string>()
    const keys: Array<string> = []
    const play = async (): Promise<void> => {
      for (let index = 0; index < profiles; index++) {
        const body = { name: `Profile ${index}`, short_name: `PRO${index}` }
        const options = { idempotencyKey: `profile-${index}` }
        const made = await me.senderProfiles.create(body, options)
        const again = await me.senderProfiles.create(body, options)
        if (made.api_key === null || made.api_key === undefined) broken.add("an answer shows no key")
        else keys.push(made.api_key)
        if (again.api_key !== made.api_key) broken.add("a repetition shows another key")
      }
    }
    const during = await waits(ask, play())
    const pool = new pg.Pool({ connectionString: stage.place, max: 1 })
    const { rows: tables } = await pool.query(
      "select relname as name from pg_class where relnamespace = 'signalbox'::regnamespace and relkind = 'r'"
    )
    for (const { name } of tables as ReadonlyArray<{ readonly name: string }>) {
      const { rows } = await pool.query(`select t::text as row from signalbox."${name}" t`)
      const text = rows.map((each) => String((each as { readonly row: string }).row)).join("\n")
      for (const key of keys) if (text.includes(key)) broken.add(`a key stands in ${name}`)
    }
    await pool.end()
    return { before, during, bound: 1000, lost: 0, doubled: 0, broken: [...broken] }
  }
}
