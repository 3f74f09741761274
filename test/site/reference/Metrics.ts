/**
 * The page of the metrics and spans. Their names, kinds and sentences are read from where they are made.
 */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "../Page.ts"
import { read, root } from "../Repository.ts"
import { code, paragraphs, table } from "./Text.ts"

interface Metric {
  readonly name: string
  readonly kind: string
  readonly description: string
  /** The attributes that stand where it is made. */
  readonly attributes: string
}

/** `attributes: { decision, outcome }` as far as the next metric. */
const attributesIn = (text: string): string => {
  const [, names = ""] = /attributes: \{([^}]*)\}/.exec(text.split("Metric.")[0]!) ?? []
  return names.split(",").map((name) => name.split(":")[0]!.trim()).filter((name) => name !== "").map(code).join(", ")
}

const places = ["packages", "adapters"].flatMap((folder) =>
  readdirSync(join(root, folder)).flatMap((name) =>
    readdirSync(join(root, folder, name, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => `${folder}/${name}/src/${file.replaceAll("\\", "/")}`)
  )
)

const sources = places.map(read)

const metrics: ReadonlyArray<Metric> = sources.flatMap((text) =>
  [...text.matchAll(/Metric\.(counter|gauge|histogram)\("(\w+)",\s*\{\s*description:\s*"([^"]+)"/g)].map((
    { 0: whole, 1: kind = "", 2: name = "", 3: description = "", index }
  ) => ({ kind, name, description, attributes: attributesIn(text.slice(index + whole.length)) }))
).toSorted((left, right) => left.name.localeCompare(right.name))

/** The attributes by which the series of a metric are told apart, where they are added later or their values are few. */
const attributes: Readonly<Record<string, string>> = {
  signalbox_carrier_weight: "`carrier`, `country` (`all` or one)",
  signalbox_decision_milliseconds: "`decision`",
  signalbox_decisions: "`decision`, `outcome`",
  signalbox_inbound_undeliverable: "`carrier`",
  signalbox_receipts_overdue: "`carrier`",
  signalbox_request_milliseconds: "`operation`",
  signalbox_requests: "`operation`, `status`",
  signalbox_requests_underway: "",
  signalbox_submission_milliseconds: "`carrier`",
  signalbox_submissions: "`carrier`, `outcome`",
  signalbox_submissions_underway: "",
  signalbox_webhook_attempt_milliseconds: "",
  signalbox_webhook_attempts: "`outcome`: `delivered`, `refused`, `failed`, `unsent`",
  signalbox_webhook_attempts_underway: ""
}

const count = sources.reduce(
  (sum, text) => sum + (text.match(/Metric\.(?:counter|gauge|histogram)\(/g)?.length ?? 0),
  0
)
if (count !== metrics.length) throw new Error("A metric is made in a way that its page does not find.")

const spans: ReadonlyArray<readonly [name: string, kind: string, attributes: string]> = [
  [
    "signalbox.request",
    "server",
    "`operation`, `http.request.method`, `http.route`, `http.response.status_code`, `error_code`, `account`, " +
    "`request_id`; its parent comes in `traceparent`"
  ],
  [
    "signalbox.decision",
    "internal",
    "`decision`, and how many of the set were `done`, `refused`, `conflict`, `lease_lost`, `store_failed` or `defect`"
  ],
  [
    "signalbox.submission",
    "client",
    "`carrier`, `messages`, and how many of them were `accepted`, `refused`, `busy` or `unanswered`"
  ],
  [
    "signalbox.webhook.attempt",
    "client",
    "`account`, `webhook`, `delivery`, `event`, `attempt`, `outcome`, `http.response.status_code`"
  ]
]

const made = new Set(
  sources.flatMap((text) => [...text.matchAll(/"(signalbox(?:\.[a-z]+)+)"/g)].map(([, name = ""]) => name))
)
const unknown = spans.filter(([name]) => !made.has(name)).map(([name]) => name)
if (unknown.length > 0) throw new Error(`Nothing makes the spans ${unknown.join(", ")}.`)

export const page: Page = {
  file: "reference/metrics.md",
  front: { description: "Every metric and span by which a process tells how it fares.", order: 80 },
  written: false,
  text: paragraphs(
    "# Metrics and spans",
    "`box.metrics()` answers the metrics of this process as text for Prometheus. Spans go to the `tracer` of the options. " +
      "Neither holds a phone number, a text, a URL or a key.",
    "## Metrics",
    table(
      ["Metric", "Kind", "Attributes", "Meaning"],
      metrics.map((
        { attributes: own, description, kind, name }
      ) => [code(name), kind, attributes[name] ?? own, description])
    ),
    "## Spans",
    table(["Span", "Kind", "Attributes"], spans.map(([name, kind, each]) => [code(name), kind, each]))
  )
}
