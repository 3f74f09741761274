/**
 * `checkCarrier` finds what a carrier of the facade does wrong, and nothing in one that does all right.
 */
import { smpp } from "@signalbox/smpp"
import * as CheckCarrier from "@signalbox/testing/CheckCarrier"
import * as Effect from "effect/Effect"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { CarrierOptions, OutgoingMessage } from "signalbox"
import { carrier } from "signalbox"
import { describe, expect, it } from "vitest"
import { fromSource } from "../FromSource.ts"
import * as SmppBench from "../smpp/Bench.ts"
import * as Smscs from "../smpp/Smsc.ts"

/** A provider that notes what it sends. */
class Provider {
  readonly #sent: Array<string> = []

  send({ attempt, text }: OutgoingMessage): string {
    this.#sent.push(text)
    return `provider-${attempt}`
  }

  readonly sent = ({ text }: { readonly text: string }): number => this.#sent.filter((each) => each === text).length
}

const check = (
  how: (provider: Provider) => Partial<CarrierOptions>,
  options: Partial<CheckCarrier.CheckOptions> = {}
): Promise<unknown> => {
  const provider = new Provider()
  const made = carrier({
    id: "acme",
    channels: ["sms"],
    submit: (message) => provider.send(message),
    ...how(provider)
  })
  return CheckCarrier.checkCarrier(made, { sent: provider.sent, runs: 3, ...options }).then(
    () => null,
    (error: unknown) => error
  )
}

describe("checkCarrier", () => {
  it("finds nothing wrong with a carrier that does all right", async () => {
    expect(await check(() => ({}))).toBeNull()
    expect(
      await check((provider) => ({
        channels: ["whatsapp"],
        submit: async (message) => {
          if (Number(message.text.slice(8)) % 3 === 0) return { refused: "invalid_number" }
          if (Number(message.text.slice(8)) % 3 === 1) return { busyUntil: new Date(Date.now() + 60_000) }
          return provider.send(message)
        },
        callback: ({ body }) => body.length > 400 ? { response: { status: 400 } } : {}
      }))
    ).toBeNull()
  })

  it.each<readonly [string, (provider: Provider) => Partial<CarrierOptions>, RegExp]>([
    ["sends twice", (provider) => ({
      submit: (message) => {
        provider.send(message)
        return provider.send(message)
      }
    }), /tells the attempts of a batch.*an attempt was sent 2 times \(seed -?\d+\)/],
    ["has one name for all messages", (provider) => ({
      submit: (message) => {
        provider.send(message)
        return "always this"
      }
    }), /gives each message names of its own: two messages have one name/],
    ["sends what it refuses", (provider) => ({
      submit: (message) => {
        provider.send(message)
        return { refused: "invalid_number" }
      }
    }), /has sent what it accepts, and nothing that it refuses.*a refused attempt was sent/],
    [
      "accepts what it does not send",
      () => ({ submit: ({ attempt }) => attempt }),
      /an accepted attempt was sent 0 times/
    ],
    [
      "is busy until an instant that is past",
      () => ({ submit: () => ({ busyUntil: new Date(0) }) }),
      /busy until an instant/
    ],
    ["cannot stand what is sent to its callback", () => ({
      callback: ({ body }) => {
        JSON.parse(new TextDecoder().decode(body))
        return {}
      }
    }), /answers whatever is sent to its hook/]
  ])("finds a carrier that %s", async (_, how, finding) => {
    const error = await check(how, { patienceMs: 500 })
    expect(error).toBeInstanceOf(Error)
    expect((error as Error).message).toMatch(/^The carrier acme does not keep what carriers promise:\n/)
    expect((error as Error).message.replaceAll("\n", " ")).toMatch(finding)
  })

  it("does not take a carrier that accepts nothing for one that was tried", async () => {
    const error = await check(() => ({ submit: () => ({ refused: "invalid_number" }) }))
    expect((error as Error).message).toContain("it has accepted no message")
  })

  it("finds a carrier that does not end", async () => {
    const error = await check(() => ({ submit: () => new Promise(() => {}) }), { runs: 1, patienceMs: 50 })
    expect((error as Error).message).toContain("ends by itself, and never fails: it has not ended within 50 ms")
  })

  it("finds a carrier that sends again what it is said to know", async () => {
    expect((await check(() => ({}), { knowsAttempts: true }) as Error).message).toContain("knows what it has accepted")
    expect(
      await check((provider) => ({
        submit: (message) => provider.sent(message) > 0 ? `provider-${message.attempt}` : provider.send(message)
      }), { knowsAttempts: true })
    ).toBeNull()
  })

  it("takes carriers that come as a Layer", () =>
    SmppBench.run(Effect.gen(function*() {
      const smsc = yield* Smscs.make({})
      const operator = smpp({ host: "127.0.0.1", port: smsc.port, systemId: "us", password: "secret", id: "operator" })
      const textOf = ({ shortMessage }: Smscs.Submitted): string => Buffer.from(shortMessage).toString("latin1")
      yield* Effect.promise(() =>
        CheckCarrier.checkCarrier(operator, {
          sent: ({ text }) => smsc.submitted.filter((each) => textOf(each) === text).length,
          runs: 2
        })
      )
      expect(smsc.submitted.length).toBeGreaterThan(10)
    })))

  it("runs in node:test", async () => {
    const script = fileURLToPath(new URL("./servers/check.ts", import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [...fromSource, "--test", script])
    expect(stdout).toMatch(/^ℹ pass 1$|^# pass 1$/m)
    expect(stdout).toMatch(/^ℹ fail 0$|^# fail 0$/m)
  })
})
