/**
 * The emulator of a version as a process of its own, on memory.
 */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fromSource } from "../FromSource.ts"
import type { Version } from "./Player.ts"

export interface Server {
  readonly baseUrl: string
  /** A call of the emulator's control: the status and the body of its answer. */
  readonly control: Version["control"]
  readonly stop: () => void
}

/** Starts the emulator whose sources stand in a folder. */
export const start = async (folder: string): Promise<Server> => {
  const child = spawn(process.execPath, [...fromSource, "packages/emulator/src/main.ts"], {
    cwd: folder,
    env: { PATH: process.env["PATH"], PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const stop = (): void => void child.kill("SIGKILL")
  process.on("exit", stop)
  const baseUrl = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const [, address] = /^Signalbox emulator on (\S+)/.exec(line) ?? []
      if (address !== undefined) resolve(address)
    })
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`The emulator in ${folder} has ended with ${code ?? "a signal"}.`)))
  })
  return {
    baseUrl,
    stop,
    control: async (method, path, body) => {
      const answer = await fetch(`${baseUrl}/emulator/${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
      })
      const text = await answer.text()
      return [answer.status, text === "" ? null : JSON.parse(text) as unknown]
    }
  }
}
