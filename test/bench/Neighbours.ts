/**
 * Measures how long another account waits beside an account that sends to 1,000 recipients at a time: until its message
 * is accepted, and until its handset has it. The worker runs, and the carriers are the emulator's.
 */
import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Call } from "./Emulator.ts"
import * as Emulator from "./Emulator.ts"

export interface Waits {
  readonly accepted: ReadonlyArray<number>
  readonly delivered: ReadonlyArray<number>
}

/** Sends one message, and waits until it is DELIVERED. */
const life = async (call: Call, template: string): Promise<readonly [accepted: number, delivered: number]> => {
  const began = performance.now()
  const [id] = await Emulator.send(call, template, 1)
  const accepted = performance.now() - began
  while ((await call(`/v3/messages/${id}`))["status"] !== "DELIVERED") await sleep(5)
  return [accepted, performance.now() - began]
}

/** @param beside how many sends of 1,000 the other account makes at the same time, again and again; 0 for none */
export const measure = async (env: NodeJS.ProcessEnv, beside: number, millis: number): Promise<Waits> => {
  const keys = { busy: randomUUID(), quiet: randomUUID() }
  const { as, stop } = await Emulator.start([Emulator.account(keys.busy), Emulator.account(keys.quiet)], env)
  try {
    const [busy, quiet] = [as(keys.busy), as(keys.quiet)]
    const templates = { busy: await Emulator.template(busy), quiet: await Emulator.template(quiet) }
    const end = performance.now() + millis
    const crowd = async () => {
      while (performance.now() < end) await Emulator.send(busy, templates.busy, 1000)
    }
    const lives: Array<readonly [number, number]> = []
    const alone = async () => {
      while (performance.now() < end) {
        lives.push(await life(quiet, templates.quiet))
        await sleep(50)
      }
    }
    await Promise.all([...Array.from({ length: beside }, crowd), alone()])
    return { accepted: lives.map(([accepted]) => accepted), delivered: lives.map(([, delivered]) => delivered) }
  } finally {
    await stop()
  }
}
