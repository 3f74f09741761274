/**
 * The conformance suite is held against a target: an address, keys, and what scripts its handsets.
 */
import { parseArgs } from "node:util"
import type { Part } from "../http/HttpContract.ts"

export interface Target {
  /** Without a slash at the end. */
  readonly baseUrl: string
  /** The key of an organization with money and SMS; absent when a control makes organizations. */
  readonly apiKey?: string
  /** The key of another organization. Without it, cases that need two are left out. */
  readonly otherApiKey?: string
  /** The key of a profile of the first organization. Without it, cases that need it are left out. */
  readonly profileApiKey?: string
  /** The address that takes `Order`s. */
  readonly control?: string
  /** True when the server is a Signalbox emulator, whose control is used. */
  readonly emulator?: boolean
  /** True when the server can call webhooks on 127.0.0.1 of this machine. */
  readonly callsBack: boolean
  readonly parts?: ReadonlyArray<Part>
  /** See `HttpSubject.mayReset`. */
  readonly mayReset?: string
}

export interface Asked {
  readonly target: Target
  /** A name for the run. */
  readonly name: string
  /** The file that the result is written to as JSON. */
  readonly json?: string
}

export const usage = `signalbox-conformance <base URL> [options]

Holds a server against the rules of the Signalbox HTTP API, and prints which of them hold.

  --key KEY           the key of an organization with money and SMS
  --other-key KEY     the key of another organization
  --profile-key KEY   the key of a profile of the first organization
  --emulator          the server is a Signalbox emulator: its control makes accounts and scripts handsets
  --control URL       an address that takes the orders of @signalbox/testing/conformance/Orders
  --parts mount,life  only what depends on the mount, or only whole lives of messages
  --calls-back        the server can call webhooks on 127.0.0.1 of this machine; so it is for a local base URL
  --may-reset REASON  why early answers may be lost while a body is still being sent
  --name NAME         a name for the run; the base URL unless given
  --json FILE         writes the result as JSON

Give --key, --emulator or --control. Cases that need what the server lacks are left out and counted.`

const isPart = (text: string): text is Part => text === "mount" || text === "life"

const isLocal = (url: URL): boolean => ["localhost", "[::1]"].includes(url.hostname) || url.hostname.startsWith("127.")

/** Returns what the command line asks for, or what is wrong with it. */
export const parse = (args: ReadonlyArray<string>): Asked | string => {
  const text = { type: "string" } as const
  const flag = { type: "boolean" } as const
  try {
    const { positionals: [address = ""], values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        key: text,
        "other-key": text,
        "profile-key": text,
        control: text,
        parts: text,
        name: text,
        json: text,
        "may-reset": text,
        emulator: flag,
        "calls-back": flag
      }
    })
    if (!URL.canParse(address)) return "The base URL is missing, or is none."
    if (values.key === undefined && values.control === undefined && values.emulator !== true) {
      return "One of --key, --emulator and --control is needed."
    }
    const parts = values.parts?.split(",") ?? []
    if (!parts.every(isPart)) return "--parts takes mount, life or both."
    const target: Target = {
      baseUrl: address.replace(/\/+$/, ""),
      callsBack: values["calls-back"] ?? isLocal(new URL(address)),
      ...(values.key === undefined ? {} : { apiKey: values.key }),
      ...(values["other-key"] === undefined ? {} : { otherApiKey: values["other-key"] }),
      ...(values["profile-key"] === undefined ? {} : { profileApiKey: values["profile-key"] }),
      ...(values.control === undefined ? {} : { control: values.control }),
      ...(values.emulator === undefined ? {} : { emulator: values.emulator }),
      ...(values["may-reset"] === undefined ? {} : { mayReset: values["may-reset"] }),
      ...(parts.length === 0 ? {} : { parts })
    }
    const { json, name = target.baseUrl } = values
    return { target, name, ...(json === undefined ? {} : { json }) }
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
}
