/** Plays one attack, and sends its outcome to the process that asked for it. */
import { attacks } from "./Attacks.ts"
import type { Outcome, Stage } from "./attacks/Attack.ts"
import { failed } from "./attacks/Attack.ts"

const [, , name, storage, place = ""] = process.argv
const attack = attacks.find((each) => each.name === name)!
const ends: Array<() => unknown> = []

const outcome = async (): Promise<Outcome> => {
  try {
    return await attack.play({ storage: storage as Stage["storage"], place, after: (end) => void ends.push(end) })
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

const reason = (error: unknown): string => error instanceof Error ? error.stack ?? error.message : String(error)

process.send!(await outcome().catch((error: unknown) => failed(reason(error))), () => process.exit())
