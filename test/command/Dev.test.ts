/** `signalbox dev` hands each of its options to the emulator as the setting of that name, and the environment where none is given. */
import * as Program from "@signalbox/command/Program"
import * as Effect from "effect/Effect"
import { afterEach, expect, it } from "vitest"

const names = [
  "API_KEY",
  "CONTROL_CLIENTS",
  "CONTROL_HOSTS",
  "DATABASE_URL",
  "DOCS_URL",
  "HOST",
  "PORT",
  "SEED"
] as const
type Name = (typeof names)[number]

const before = Object.fromEntries(names.map((name) => [name, process.env[name]]))

const set = (name: string, value: string | undefined): void => {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}

afterEach(() => {
  for (const [name, value] of Object.entries(before)) set(name, value)
})

/** A value of each that is refused, and how. */
const wrong: Readonly<Record<Name, readonly [value: string, message: string]>> = {
  API_KEY: ["x", "API_KEY: must be a UUID"],
  CONTROL_CLIENTS: [
    "x",
    "CONTROL_CLIENTS: must be addresses or ranges such as 172.17.0.0/16, with commas between them"
  ],
  CONTROL_HOSTS: ["a/b", "CONTROL_HOSTS: must be names of hosts without ports, with commas between them"],
  DATABASE_URL: ["x", "DATABASE_URL: the URL of the database cannot be read"],
  DOCS_URL: ["x", "DOCS_URL: must be a URL such as https://docs.example.com, without a query and a fragment"],
  HOST: ["192.0.2.1", "HOST and PORT: cannot listen on 192.0.2.1:0 (EADDRNOTAVAIL)"],
  PORT: ["many", "PORT: must be a whole number from 0 to 65535"],
  SEED: ["/nowhere", "SEED: /nowhere cannot be read (ENOENT)"]
}

const dev = async (environment: Partial<Record<Name, string>>, ...argv: ReadonlyArray<string>) => {
  for (const name of names) set(name, environment[name])
  const told = { out: "", err: "" }
  const to = (where: "out" | "err") => (text: string) => Effect.sync(() => void (told[where] += text))
  const code = await Effect.runPromise(Program.run(["dev", ...argv], { out: to("out"), err: to("err") }))
  return { code, ...told }
}

const refused = (message: string) => ({ code: 1, out: "", err: `Signalbox emulator cannot start: ${message}` })

/** Nothing can listen there, which is found out last: what is wrong with any other setting is told before. */
const last = { HOST: "192.0.2.2", PORT: "0" }

it.each(names)("%s counts as the option has it, whatever the environment says", async (name) => {
  const [value, message] = wrong[name]
  expect(await dev(last, `--${name.toLowerCase().replaceAll("_", "-")}`, value)).toEqual(refused(message))
})

it("the environment counts where an option is not given, but for the database of a service", async () => {
  const [host, message] = wrong.HOST
  expect(await dev({ ...last, HOST: host, DATABASE_URL: wrong.DATABASE_URL[0] })).toEqual(refused(message))
})
