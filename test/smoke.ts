/**
 * Starts the emulator as a user would, sends the message that it proposes and waits for its delivery.
 */
import type { ChildProcess } from "node:child_process"
import { execFileSync, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"

const startLimit = 30_000
const deliveryLimit = 20_000
const delivered = new Set(["DELIVERED", "READ"])

interface Greeting {
  readonly address: string
  readonly key: string
  readonly curl: string
}

const fail = (message: string): never => {
  throw new Error(message)
}

/** Reads what the emulator prints when it is ready. A command may go on after a backslash at the end of a line. */
const greeting = async (emulator: ChildProcess): Promise<Greeting> => {
  let address: string | undefined
  let key: string | undefined
  let curl: string | undefined
  for await (const line of createInterface({ input: emulator.stdout ?? fail("The emulator has no output.") })) {
    console.log(line)
    address ??= /^Signalbox emulator on (\S+)/.exec(line)?.[1]
    key ??= /^API key: (\S+)/.exec(line)?.[1]
    if (curl !== undefined || line.trimStart().startsWith("curl ")) curl = `${curl ?? ""}${line.trim()}\n`
    if (curl === undefined || curl.endsWith("\\\n")) continue
    if (address === undefined || key === undefined) return fail("The emulator printed no address or no API key.")
    return { address, key, curl }
  }
  return fail("The emulator ended before it printed a curl command.")
}

const send = ({ curl }: Greeting): string => {
  const output = execFileSync("bash", ["-c", curl], { encoding: "utf8", timeout: 15_000 })
  const answer = JSON.parse(output) as { data?: { recipients?: ReadonlyArray<{ message_id?: string }> } }
  return answer.data?.recipients?.[0]?.message_id ?? fail(`The answer holds no message id: ${output}`)
}

const statusOf = async ({ address, key }: Greeting, id: string): Promise<string> => {
  const response = await fetch(`${address}/v3/messages/${id}`, { headers: { "x-api-key": key } })
  const text = await response.text()
  if (response.status !== 200) return fail(`GET /v3/messages/${id} answered ${response.status}: ${text}`)
  return (JSON.parse(text) as { data: { status: string } }).data.status
}

const emulator = spawn("npm", ["start"], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  detached: true,
  env: { ...process.env, PORT: "0" },
  stdio: ["ignore", "pipe", "inherit"]
})

/** npm, its shell and the emulator are one process group. */
const stop = (): void => {
  try {
    process.kill(-(emulator.pid ?? fail("The emulator never started.")), "SIGKILL")
  } catch {
    // It ended by itself.
  }
}
process.on("exit", stop)
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1))

try {
  const late = sleep(startLimit, undefined, { ref: false }).then(() => fail("The emulator did not start in time."))
  const ready = await Promise.race([greeting(emulator), late])
  const id = send(ready)
  const deadline = performance.now() + deliveryLimit
  let status = await statusOf(ready, id)
  while (!delivered.has(status) && performance.now() < deadline) {
    await sleep(200)
    status = await statusOf(ready, id)
  }
  console.log(`Message ${id} is ${status}.`)
  process.exit(delivered.has(status) ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
