/**
 * Stoplight's Prism stands between our carrier and the stand-in for Twilio, and judges both directions by Twilio's own
 * description: a request or an answer that it does not allow is an error.
 *
 * Prism has some 180 packages that nobody else needs, so npm installs it for this run alone.
 */
import type { Submission, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { AttemptId, TemplateId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Rendered from "@signalbox/core/Rendered"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import type { Options } from "@signalbox/twilio/Options"
import * as TwilioCarrier from "@signalbox/twilio/TwilioCarrier"
import * as Effect from "effect/Effect"
import { deepEqual, equal } from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Keeping from "../http-carrier/Kept.ts"
import * as Bench from "../smpp/Bench.ts"
import * as Description from "../twilio/Description.ts"
import * as FakeTwilio from "../twilio/FakeTwilio.ts"
import type { Run } from "./Run.ts"
import * as Runs from "./Run.ts"

const prism = "@stoplight/prism-cli@5.16.0"

/** How long npm may take, in milliseconds. */
const patience = 60_000

let installed = ""

/** Installs Prism, and returns why that failed; null when it is there. */
const install = (): string | null => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-prism-"))
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
  try {
    const options = ["--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--no-save"]
    execFileSync("npm", ["install", ...options, prism], { stdio: "pipe", timeout: patience, cwd: folder })
    installed = join(folder, "node_modules/.bin/prism")
    return null
  } catch (error) {
    return `npm cannot install ${prism}: ${String(error instanceof Error ? error.message : error).split("\n", 1)[0]}`
  }
}

const service = `MG${"b".repeat(32)}`

const rich = (text: string, media: ReadonlyArray<string>): Partial<Submission> => ({
  rendered: { ...Rendered.fromText(text), media },
  sms: null
})

const template: NonNullable<Submission["template"]> = {
  id: "00000000-0000-7000-8000-000000000001" as TemplateId,
  name: "order",
  language: "en",
  revision: 1,
  category: "UTILITY",
  header: [],
  body: ["7"],
  buttons: []
}

/** Each kind of message that goes out. */
const kinds: ReadonlyArray<Partial<Submission>> = [
  {},
  { sms: { encoding: "UCS-2", parts: ["Привет ", "👍"] } },
  { from: null },
  { from: "Acme" },
  { channel: "mms", ...rich("Look", ["https://acme.example/a.png"]) },
  { channel: "mms", ...rich("Look", []) },
  { channel: "whatsapp", ...rich("Hello", []) },
  { channel: "whatsapp", ...rich("Hello", ["https://acme.example/a.png"]) },
  { channel: "whatsapp", ...rich("Order 7", []), template },
  { expiresAt: Instant.make(Date.UTC(2020, 0, 1)) }
]

export const twilioPrism: Run = {
  name: "our requests to Twilio and its answers are allowed by its own description, as Prism judges",
  needs: [],
  lack: () => Description.lack() ?? install(),
  run: Effect.gen(function*() {
    const path = yield* Runs.folder
    const description = join(path, "twilio.json")
    writeFileSync(description, JSON.stringify(Description.ofCreation(Description.read())))
    const twilio = yield* FakeTwilio.make
    const port = yield* Runs.freePort
    const proxy = yield* Runs.program(
      process.execPath,
      [installed, "proxy", description, twilio.url, "--port", String(port), "--errors"],
      { cwd: path }
    )
    yield* Bench.until(() => proxy.output().includes("listening"), "Prism listens")

    const kept = Keeping.make()
    const options: Options = {
      ...twilio.options,
      baseUrl: `http://127.0.0.1:${port}`,
      channels: ["sms", "mms", "whatsapp"],
      messagingServiceSid: service,
      contents: { order: `HX${"c".repeat(32)}` }
    }
    const submit = Effect.fnUntraced(function*(given: Options, parts: Partial<Submission>, number: number) {
      const carrier = yield* Effect.provide(TwilioCarrier.make(given), Keeping.layer(kept))
      const told: Array<SubmissionOutcome> = []
      const tell = (_: AttemptId, outcome: SubmissionOutcome) => Effect.sync(() => void told.push(outcome))
      yield* carrier.submit([CarrierContract.submission(number, parts)], tell)
      return told[0]
    })
    for (const [index, parts] of kinds.entries()) {
      const outcome = yield* submit(options, parts, index)
      deepEqual(
        outcome,
        { _tag: "Accepted", references: [twilio.created.at(-1)?.sid] },
        `kind ${index}: ${proxy.output().slice(-500)}`
      )
    }
    equal(twilio.created.length, kinds.length)

    // The judge is there: it lets neither a form through that is not allowed, nor an answer.
    const refused = yield* submit(options, { channel: "mms", ...rich("Look", ["no URL"]) }, 100)
    equal(refused?._tag === "Accepted", false)
    equal(twilio.created.length, kinds.length)
    twilio.answer = () =>
      FakeTwilio.json(201, { ...FakeTwilio.resource("SM1", new URLSearchParams()), status: "on its way" })
    deepEqual(yield* submit(options, {}, 101), {
      _tag: "Unanswered",
      detail: { code: "500", text: "Twilio has failed" }
    })
    return `${kinds.length} kinds of messages`
  })
}
