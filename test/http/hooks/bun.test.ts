import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { fromSource } from "../../FromSource.ts"
import type { HookSubject } from "../HookSuite.ts"
import * as HookSuite from "../HookSuite.ts"

const script = fileURLToPath(new URL("../servers/hooks-bun.ts", import.meta.url))
const bun = fileURLToPath(new URL("../../../node_modules/.bin/bun", import.meta.url))

const start = async (): Promise<HookSubject> => {
  const child = spawn(bun, [...fromSource, script], { stdio: ["ignore", "pipe", "inherit"] })
  const { baseUrl } = await new Promise<Pick<HookSubject, "baseUrl">>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => resolve(JSON.parse(line)))
    child.once("exit", (code) => reject(new Error(`the server on Bun ended with ${code}`)))
  })
  return {
    baseUrl,
    stop: async () => {
      const ended = once(child, "exit")
      child.kill("SIGTERM")
      await ended
    }
  }
}

HookSuite.suite("bun", start, { mends: ["'"] })
