/**
 * The verifiers in other languages, which the guide to webhooks shows: each takes what this service signs and the published
 * example of Standard Webhooks, and nothing else. A language that is not on this machine is left out; compilers take
 * seconds, so theirs run where everything does.
 */
import type { WebhookId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import * as Signature from "@signalbox/core/internal/delivery/Signature"
import type { SigningSecret } from "@signalbox/core/Secret"
import { execFileSync, spawnSync } from "node:child_process"
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"

const shown = fileURLToPath(new URL("../../docs/guides/verifiers/", import.meta.url))
const harness = fileURLToPath(new URL("./verifiers/", import.meta.url))
const built = mkdtempSync(join(tmpdir(), "signalbox-verifiers-"))
afterAll(() => rmSync(built, { recursive: true }))

interface Language {
  readonly file: string
  readonly compiler: string
  /** Makes the command that answers deliveries, line by line. */
  readonly command: () => readonly [string, ...ReadonlyArray<string>]
}

const languages: Readonly<Record<string, Language>> = {
  Python: {
    file: "verify.py",
    compiler: "python3",
    command: () => ["python3", "-B", join(harness, "run.py"), join(shown, "verify.py")]
  },
  PHP: {
    file: "verify.php",
    compiler: "php",
    command: () => ["php", join(harness, "run.php"), join(shown, "verify.php")]
  },
  Ruby: {
    file: "verify.rb",
    compiler: "ruby",
    command: () => ["ruby", join(harness, "run.rb"), join(shown, "verify.rb")]
  },
  Java: {
    file: "Verify.java",
    compiler: "javac",
    command: () => {
      execFileSync("javac", ["-d", built, join(shown, "Verify.java"), join(harness, "Run.java")])
      return ["java", "-cp", built, "Run"]
    }
  },
  Go: {
    file: "verify.go",
    compiler: "go",
    command: () => {
      const program = join(built, "verify")
      const files = [join(shown, "verify.go"), join(harness, "run.go")].map((path) => {
        const copy = join(built, basename(path))
        copyFileSync(path, copy)
        return copy
      })
      execFileSync("go", ["build", "-o", program, ...files])
      return [program]
    }
  }
}

const compiled = ["Java", "Go"]
const isThere = (name: string): boolean => spawnSync("which", [name]).status === 0
const present = Object.entries(languages).filter(([name, { compiler }]) =>
  (process.env["MATRIX"] === "whole" || !compiled.includes(name)) && isThere(compiler)
)

interface Delivery {
  readonly secret: string
  readonly webhook: string
  readonly sent: string
  readonly signature: string
  readonly body: string
  readonly now: number
}

/** The example that the repository of Standard Webhooks publishes. */
const published: Delivery = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  webhook: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  sent: "1614265330",
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  body: "{\"test\": 2432232314}",
  now: 1_614_265_330
}

const ours = (body: string): Delivery => {
  const secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
  const webhook = "d4f5a6b7-c8d9-4e0f-a1b2-c3d4e5f6a7b8"
  const now = 1_760_000_000
  const headers = Signature.headers({
    secret: secret as SigningSecret,
    webhook: webhook as WebhookId,
    eventId: "one",
    number: 1,
    at: instant(now * 1000),
    body
  })
  return { secret, webhook, sent: String(now), signature: headers["x-webhook-signature"]!, body, now }
}

const sent = ours("{\"event\":\"message.received\",\"payload\":{\"text\":\"Grüße, 你好 👋\"}}")
const other = sent.signature.replace(/.(?==$)/, (letter) => letter === "A" ? "B" : "A")

const cases: ReadonlyArray<readonly [string, Delivery, boolean]> = [
  ["the published example", published, true],
  ["a delivery of ours", sent, true],
  ["an empty body", ours(""), true],
  ["one of several signatures", { ...sent, signature: `v1a,AAAA ${other} ${sent.signature}` }, true],
  ["a clock that is five minutes ahead", { ...sent, now: sent.now + 300 }, true],
  ["a clock that is five minutes late", { ...sent, now: sent.now - 300 }, true],
  ["an older delivery", { ...sent, now: sent.now + 301 }, false],
  ["one from the future", { ...sent, now: sent.now - 301 }, false],
  ["another body", { ...sent, body: `${sent.body} ` }, false],
  ["another webhook", { ...sent, webhook: "d4f5a6b7-c8d9-4e0f-a1b2-c3d4e5f6a7b9" }, false],
  ["another time", { ...sent, sent: String(sent.now + 1) }, false],
  ["another signature", { ...sent, signature: other }, false],
  ["a signature of another version", { ...sent, signature: sent.signature.replace("v1,", "v2,") }, false],
  ["no signature", { ...sent, signature: "" }, false],
  ["another secret", { ...sent, secret: published.secret }, false],
  ["no time", { ...sent, sent: "" }, false],
  ["a time that is none", { ...sent, sent: "1e9" }, false],
  ["a time with a blank behind it", { ...sent, sent: `${sent.now} ` }, false]
]

const line = ({ body, now, secret, sent, signature, webhook }: Delivery): string =>
  [secret, webhook, sent, signature, Buffer.from(body).toString("base64"), now].join("\t")

describe("the verifiers of the guide", () => {
  it("are those of the five languages, and the guide shows each", () => {
    expect(readdirSync(shown).toSorted()).toEqual(Object.values(languages).map(({ file }) => file).toSorted())
    const guide = readFileSync(join(shown, "../webhooks.md"), "utf8")
    for (const { file } of Object.values(languages)) expect(guide).toContain(`\n<<< @/docs/guides/verifiers/${file}\n`)
  })

  it.each(present)("in %s take what is signed, and nothing else", { timeout: 120_000 }, (_, { command }) => {
    const [program, ...options] = command()
    const answers = execFileSync(program, options, {
      input: `${cases.map(([, delivery]) => line(delivery)).join("\n")}\n`,
      encoding: "utf8"
    }).trim().split("\n")
    expect(cases.map(([name], index) => [name, answers[index]])).toEqual(
      cases.map(([name, , isRight]) => [name, String(isRight)])
    )
  })
})
