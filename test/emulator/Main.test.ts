/**
 * The emulator is started: on a Node that is too old for it, it says so and ends before it loads anything that such a Node does
 * not know.
 */
import { flawOf } from "@signalbox/node/NodeVersion"
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { fromSource } from "../FromSource.ts"

const main = fileURLToPath(new URL("../../packages/emulator/src/main.ts", import.meta.url))
const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } })"

it("says on a Node that is too old which one it needs, and fails", () => {
  const argv = [...fromSource, "--import", `data:text/javascript,${encodeURIComponent(old)}`, main]
  const { status, stderr, stdout } = spawnSync(process.execPath, argv, { encoding: "utf8" })
  expect({ status, told: stderr.trim(), stdout }).toEqual({ status: 1, told: flawOf("18.20.0"), stdout: "" })
})

it("starts its program on any other Node, which says what is wrong with its settings", () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [...fromSource, main], {
    encoding: "utf8",
    env: { ...process.env, PORT: "x" }
  })
  expect({ status, told: stderr.trim(), stdout }).toEqual({
    status: 1,
    told: "Signalbox emulator cannot start: PORT: must be a whole number from 0 to 65535",
    stdout: ""
  })
}, 120_000)
