/**
 * A server in a process of its own, which says where it listens on its first line: `listening <url>`.
 */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { fromSource } from "../FromSource.ts"

export interface Server {
  readonly origin: string
  readonly stop: () => Promise<void>
}

export const start = async (script: string, env: NodeJS.ProcessEnv = process.env): Promise<Server> => {
  const path = fileURLToPath(new URL(`./servers/${script}.ts`, import.meta.url))
  const child = spawn(process.execPath, [...fromSource, path], {
    env,
    stdio: ["ignore", "pipe", "inherit"]
  })
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const url = /^listening (\S+)$/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once("exit", (code) => reject(new Error(`${script} ended with ${code}`)))
  })
  return {
    origin,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve())
        child.kill("SIGTERM")
      })
  }
}
