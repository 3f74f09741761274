/**
 * The emulator as a program, in this process: what it prints when it is up, and that it ends when it is told to.
 */
import * as FixedSecrets from "@signalbox/emulator/FixedSecrets"
import { run } from "@signalbox/emulator/Program"
import * as Cause from "effect/Cause"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it, vi } from "vitest"
import * as Client from "./ControlClient.ts"

const apiKey = "11111111-1111-4111-8111-111111111111"
const phone = "+12015550123"

afterEach(() => vi.restoreAllMocks())

/** Starts it, and returns what it has printed once it is up, with its address left out. */
const start = async (env: Readonly<Record<string, string>>, last: RegExp) => {
  const spy = vi.spyOn(console, "log").mockImplementation(() => {})
  const fiber = Effect.runFork(
    Effect.provide(run, ConfigProvider.layer(ConfigProvider.fromEnv({ env: { PORT: "0", ...env } })))
  )
  const lines = () => spy.mock.calls.map((parts) => parts.join(" "))
  await expect.poll(() => lines().some((line) => last.test(line)), { timeout: 40_000 }).toBe(true)
  const url = /http:\S+(?=\/$)/.exec(lines()[0]!)![0]
  return { fiber, url, printed: lines().map((line) => line.replaceAll(url, "URL")) }
}

describe("the emulator", () => {
  it("prints where its inbox is, where it is itself, its key, a warning, and a line that sends a message", async () => {
    const { fiber, printed, url } = await start({ API_KEY: apiKey }, /curl/)
    const body = {
      to: ["+12015550123"],
      template: { name: "hello_welcome_to_signalbox", parameters: { name: "Ada" } }
    }
    const curl = `curl -s URL/v3/messages -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' ` +
      `-d '${JSON.stringify(body)}'`
    expect(printed).toEqual([
      "Inbox: URL/",
      "Signalbox emulator on URL",
      `API key: ${apiKey}`,
      "Warning: Signing secrets are sealed with a fixed key that is no secret: keep no real ones in this emulator.",
      `\nSend a message:\n\n  ${curl}\n`
    ])
    expect(FixedSecrets.warning).toBe(printed[3]?.slice("Warning: ".length))
    const sent = await Client.api({ url, apiKey }, "POST", "/messages", body)
    expect(sent.status).toBe(202)
    const waiting = Client.call({ url, apiKey }, "GET", "/messages?contains=nothing")
    await Client.clock({ url, apiKey })
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(await waiting).toMatchObject({ status: 503, body: { error: { message: "the emulator ends" } } })
    const exit = await Effect.runPromise(Fiber.await(fiber))
    expect(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)).toBe(true)
    await expect(Client.clock({ url, apiKey })).rejects.toThrow("ECONNREFUSED")
  })

  it("begins anew when it is told to, with its seed, and has neither a key nor a line where its seed has none", async () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-program-"))
    try {
      const SEED = join(folder, "seed.json")
      writeFileSync(
        SEED,
        JSON.stringify({ accounts: [{ name: "Acme", api_keys: [] }], lookups: { numbers: [{ phone, ported: true }] } })
      )
      const { fiber, printed, url } = await start({ SEED }, /Warning/)
      expect(printed.map((line) => line.split(":")[0])).toEqual(["Inbox", "Signalbox emulator on URL", "Warning"])
      const target = { url, apiKey }
      expect(await Client.told(Client.call(target, "GET", `/lookups/${phone}`))).toMatchObject({
        answer: { ported: true }
      })
      const id = "22222222-2222-4222-8222-222222222222"
      await Client.told(Client.call(target, "POST", "/accounts", { id, name: "More", api_keys: [] }))
      const names = async () =>
        (await Client.told<ReadonlyArray<{ readonly name: string }>>(Client.call(target, "GET", "/accounts")))
          .map(({ name }) => name)
      expect(await names()).toEqual(["Acme", "More"])
      expect(await Client.told(Client.call(target, "POST", "/reset"))).toEqual({ reset: true })
      expect(await names()).toEqual(["Acme"])
      await Effect.runPromise(Fiber.interrupt(fiber))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
