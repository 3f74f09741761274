/**
 * The page of the settings: the options of the facade, read from their declarations, and the environment.
 */
import type { Page } from "../Page.ts"
import { read } from "../Repository.ts"
import type { Declaration } from "./Declarations.ts"
import { moduleOf } from "./Declarations.ts"
import { code, paragraphs, table } from "./Text.ts"

const optionsOf = (declaration: Declaration): ReadonlyArray<string> =>
  declaration.members.length === 0
    ? []
    : [
      `### ${declaration.name}`,
      declaration.doc.replaceAll("\n", " "),
      table(
        ["Option", "Type", "Meaning"],
        declaration.members.map(({ doc, name, optional, type }) => [
          `${code(name)}${optional ? " _optional_" : ""}`,
          code(type),
          doc.replaceAll("\n", " ")
        ])
      )
    ]

const options = moduleOf("Options").declarations
const main = options.filter(({ name }) => name === "Options")
const parts = options.filter(({ name }) => name !== "Options")
const storage = moduleOf("Storage").declarations.filter(({ name }) => name.endsWith("Options"))

/** Every variable that the emulator and `npx signalbox dev` read, with its default and its meaning. */
const environment: Readonly<Record<string, readonly [otherwise: string, meaning: string]>> = {
  PORT: ["3000", "The port to listen on. 0 takes any free one."],
  HOST: ["127.0.0.1", "The address to listen on."],
  CONTROL_CLIENTS: [
    "nobody",
    "Who may use the control besides this machine: addresses or ranges, with commas, such as `172.17.0.0/16`."
  ],
  CONTROL_HOSTS: [
    "none",
    "Names besides `localhost` and `HOST` that a `Host` or an `Origin` may have at the control, with commas."
  ],
  DATABASE_URL: ["memory", "A PostgreSQL database that keeps everything, also what the simulated networks took."],
  NETWORK: ["`storage`", "`memory` keeps what the simulated networks took in this process, also with `DATABASE_URL`."],
  API_KEY: ["random, printed", "A UUID: the key of the first account."],
  DOCS_URL: ["none", "The address of this documentation, to which errors then lead by `doc_url`."],
  SEED: ["one account with every channel", "The path of a seed file in JSON: accounts, keys, templates."]
}

const source = read("packages/emulator/src/Settings.ts")
const known = new Set(
  [...source.matchAll(/(?:Config\.\w+\([^"\n]*|read\w*\()"([A-Z][A-Z_]+)"/g)].map(([, name = ""]) => name)
)
const missing = [...known].filter((name) => !(name in environment))
if (missing.length > 0) throw new Error(`The page of the settings says nothing of ${missing.join(", ")}.`)

export const page: Page = {
  file: "reference/settings.md",
  front: { description: "Every option of createSignalbox, and the environment that the emulator reads.", order: 30 },
  written: false,
  text: paragraphs(
    "# Settings",
    "The service is set up by the options of `createSignalbox`. It reads nothing of the environment by itself.",
    "## Options of createSignalbox",
    ...main.flatMap(optionsOf),
    "## Their parts",
    ...parts.flatMap(optionsOf),
    "## Storage",
    "`memory()` takes no option; `postgres(database, options)` and `sqlite(file, options)` take these.",
    ...storage.flatMap(optionsOf),
    "## Environment",
    "The emulator and `npx signalbox dev` read these variables. [The command line](/reference/command-line#dev) has options " +
      "for the same.",
    table(
      ["Variable", "Otherwise", "Meaning"],
      Object.entries(environment).filter(([name]) => source.includes(`"${name}"`))
        .map(([name, [otherwise, meaning]]) => [code(name), otherwise, meaning])
    ),
    "The commands on a database read `DATABASE_URL`; `npx signalbox explain` reads `SIGNALBOX_API_KEY`, and " +
      "`npx signalbox smpp-check` reads `SMPP_PASSWORD`."
  )
}
