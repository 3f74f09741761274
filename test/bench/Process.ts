/**
 * A server in a process of its own, which says where it listens on its first line: `listening <url>`.
 */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { fromSource } from "../FromSource.ts"

export interface Server {
  readonly origin: string
  /** Returns how many microseconds of CPU the process has taken. */
  readonly cpu: () => Promise<number>
  readonly stop: () => Promise<void>
}

export const script = (name: string): string => fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url))

/**
 * @param profiles the folder to which a process writes its CPU profile when it ends
 * @param options further options of Node
 */
export const starting = (
  profiles: string | undefined,
  options: ReadonlyArray<string> = []
): ReadonlyArray<string> => [
  ...options,
  ...fromSource,
  "--import",
  script("cpu"),
  ...(profiles === undefined ? [] : ["--cpu-prof", "--cpu-prof-interval=500", `--cpu-prof-dir=${profiles}`])
]

/**
 * @param command what Node runs, with its options
 * @param listening finds where the server listens in one of its lines
 */
export const run = async (
  command: ReadonlyArray<string>,
  env: NodeJS.ProcessEnv,
  listening: RegExp
): Promise<Server> => {
  const child = spawn(process.execPath, command, { env, stdio: ["ignore", "pipe", "inherit", "ipc"] })
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout!).on("line", (line) => {
      const url = listening.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once("exit", (code) => reject(new Error(`${command.at(-1)} ended with ${code}`)))
  })
  return {
    origin,
    cpu: () =>
      new Promise((resolve) => {
        child.once("message", (micros) => resolve(Number(micros)))
        child.send("cpu")
      }),
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve())
        child.kill("SIGTERM")
      })
  }
}

/** Starts one of the servers of this folder. */
export const start = (name: string, env: NodeJS.ProcessEnv = process.env, profiles?: string): Promise<Server> =>
  run([...starting(profiles), script(name)], env, /^listening (\S+)$/)
