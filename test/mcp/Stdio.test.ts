/**
 * `signalbox mcp` as an assistant starts it: a process of its own, spoken to by the SDK's client, beside a real emulator.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import * as Address from "@signalbox/mcp/Address"
import { serve } from "@signalbox/mcp/Stdio"
import { entries } from "@signalbox/mcp/ToolTable"
import { Ajv2020 } from "ajv/dist/2020.js"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Bundle from "../Bundle.ts"
import * as Control from "../emulator/ControlClient.ts"
import type { EmulatorProcess } from "../emulator/EmulatorProcess.ts"
import * as Emulator from "../emulator/EmulatorProcess.ts"

const main = fileURLToPath(new URL("../../packages/signalbox/src/main.ts", import.meta.url))

const argv = async (url: string) => [await Bundle.of(main), "mcp", "--url", url]

/** Starts it without a client, and waits for its end. */
const ended = async (url: string, input = "") => {
  const child = spawn(process.execPath, await argv(url))
  const told = { out: "", err: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => told.out += text)
  child.stderr.setEncoding("utf8").on("data", (text: string) => told.err += text)
  child.stdin.end(input)
  const [code] = await once(child, "close") as [number | null]
  return { code, ...told }
}

describe("signalbox mcp", { timeout: 120_000 }, () => {
  let emulator: EmulatorProcess
  let client: Client
  let logged = ""

  /** Calls a tool, and returns its text and whether it is an error. */
  const call = async (name: string, given: Readonly<Record<string, unknown>>) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...given } })
    const [first] = content as ReadonlyArray<{ readonly text: string }>
    return { text: first!.text, isError }
  }

  const told = async <Body>(name: string, given: Readonly<Record<string, unknown>>): Promise<Body> => {
    const { isError, text } = await call(name, given)
    if (isError !== false) throw new Error(text)
    return JSON.parse(text) as Body
  }

  interface Sent {
    readonly recipients: ReadonlyArray<{ readonly message_id: string }>
  }

  const send = async (to: string): Promise<string> => {
    const { recipients } = await told<Sent>("send_message", {
      to: [to],
      channel: ["sms"],
      template: { name: "hello_welcome_to_signalbox", parameters: { name: "Ada" } }
    })
    return recipients[0]!.message_id
  }

  beforeAll(async () => {
    emulator = await Emulator.start()
    client = new Client({ name: "test", version: "1.0.0" })
    const args = await argv(emulator.url)
    const transport = new StdioClientTransport({ command: process.execPath, args, stderr: "pipe" })
    transport.stderr?.on("data", (chunk: Buffer) => logged += chunk.toString())
    await client.connect(transport)
  }, 120_000)

  afterAll(async () => {
    await client.close()
    await emulator.stop()
  })

  it("offers its tools with sound schemas, which say what each field means, and what the emulator says of them", async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(entries.map(({ name }) => name))
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const { description, inputSchema, name } of tools) {
      expect(() => ajv.compile(inputSchema), name).not.toThrow()
      expect(description, name).toMatch(/^[A-Z].{20,}/)
      expect(description, name).not.toContain("/emulator/")
    }
    const wait = tools.find(({ name }) => name === "wait_for_message")!
    expect(wait.inputSchema.properties).toMatchObject({
      to: { type: "string", description: "The phone that receives it." },
      timeout_ms: { type: "integer", minimum: 0, maximum: 60_000 }
    })
    const sends = ajv.compile(tools.find(({ name }) => name === "send_message")!.inputSchema)
    expect(sends({ to: ["+12015550123"], template: { name: "hello" } })).toBe(true)
    expect(sends({ to: "+12015550123" })).toBe(false)
    const scripts = ajv.compile(tools.find(({ name }) => name === "script_handset")!.inputSchema)
    expect(scripts({ phone: "+12015550123", script: [{ submit: { refuse: "invalid_number" } }] })).toBe(true)
    expect(scripts({ phone: "+12015550123", script: [{ submit: "no" }] })).toBe(false)
    expect(logged).toContain(`Offers the emulator on ${emulator.url}`)
    expect(logged).not.toContain(emulator.apiKey)
  })

  it("sends, waits until the handset has it, and reads the message's line", async () => {
    const phone = Control.phone()
    const id = await send(phone)
    const found = await told<{ readonly message_id: string }>("wait_for_message", { to: phone, contains: "ADA" })
    expect(found.message_id).toBe(id)
    await Control.idle(emulator)
    expect(await told("get_message", { id })).toMatchObject({ id, status: "DELIVERED" })
    const { activities } = await told<{ readonly activities: ReadonlyArray<{ readonly status: string }> }>(
      "get_message_activities",
      { id }
    )
    expect(activities.map(({ status }) => status)).toEqual(expect.arrayContaining(["QUEUED", "SENT", "DELIVERED"]))
    expect(await told("get_conversation", { phone, limit: 1 })).toMatchObject([{ direction: "out", message_id: id }])
    await told("write_from_handset", { from: phone, channel: "sms", text: "Thanks" })
    expect(await told("get_conversation", { phone })).toMatchObject([{ direction: "out" }, { body: "Thanks" }])
  })

  it("scripts a failure, and travels to it", async () => {
    const phone = Control.phone()
    const hour = 3_600_000
    const step = { channel: "sms", receipts: [{ failed: "handset_unreachable" }], delay_ms: hour }
    await told("script_handset", { phone, script: [step] })
    const id = await send(phone)
    await Control.idle(emulator)
    expect(await told("get_message", { id })).toMatchObject({ status: "SENT" })
    const before = await told<{ readonly offset_ms: number }>("get_clock", {})
    expect(await told("travel", { advance_ms: hour })).toMatchObject({ offset_ms: before.offset_ms + hour, idle: true })
    expect(await told("get_message", { id })).toMatchObject({ status: "FAILED" })
  })

  it("previews a template and explains a message that nobody sends", async () => {
    const { templates } = await told<
      { readonly templates: ReadonlyArray<{ readonly id: string; readonly name: string }> }
    >(
      "list_templates",
      {}
    )
    const { id } = templates.find(({ name }) => name === "hello_welcome_to_signalbox")!
    const preview = await call("preview_template", { id, parameters: { name: "Grace" } })
    expect(preview).toMatchObject({ isError: false, text: expect.stringContaining("Grace") as unknown })
    const explained = await told<{ readonly recipients: ReadonlyArray<unknown> }>("explain_message", {
      to: ["+12015550199"],
      channel: ["sms"],
      template: { id }
    })
    expect(explained.recipients).toHaveLength(1)
  })

  it("tells what the emulator refuses, and what is no call, as the tool's answer", async () => {
    const refused = await call("send_message", { to: ["nobody"], template: { name: "hello_welcome_to_signalbox" } })
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^VALIDATION_\d+: .*\n.*to/) as unknown
    })
    expect(await call("wait_for_message", { to: Control.phone(), timeout_ms: 0 })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^no message to .* came within 0 ms$/) as unknown
    })
    expect(await call("get_message", {})).toEqual({ isError: true, text: "id is missing." })
    expect(await call("get_message", { id: ".." })).toEqual({ isError: true, text: "id must not be \"..\"." })
    expect(await call("list_templates", { account: "nobody" })).toEqual({
      isError: true,
      text: "The emulator has no account \"nobody\" whose key is known."
    })
    await expect(client.callTool({ name: "reset" })).rejects.toThrow("there is no tool reset")
  })

  it("ends when its input ends, and writes nothing but the protocol, whatever it reads", async () => {
    const ping = await ended(emulator.url, "nonsense\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n")
    expect(ping.code).toBe(0)
    for (const line of ping.out.split("\n").filter((each) => each !== "")) {
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" })
    }
  })

  it("ends in good order with a signal, while its input is open", async () => {
    const child = spawn(process.execPath, await argv(emulator.url))
    await once(child.stderr, "data")
    child.kill("SIGTERM")
    expect(await once(child, "close")).toEqual([0, null])
  })

  it("refuses whatever is no emulator of this machine, in a sentence", async () => {
    const server = createServer((_, response) => response.end("{}")).listen(0, "127.0.0.1")
    await once(server, "listening")
    const other = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const refused = await ended(other)
    const sentence = `${other} is no Signalbox emulator. Start one with: npx signalbox dev`
    expect({ ...refused, err: refused.err.trim() }).toEqual({ code: 1, out: "", err: sentence })
    server.close()
    server.closeAllConnections()
    await expect(serve({ url: other })).rejects.toThrow(`${other} does not answer. Is the emulator running?`)
  })

  it.each([
    ["https://127.0.0.1:3000", "The address of an emulator is one such as http://127.0.0.1:3000."],
    ["127.0.0.1:3000", "The address of an emulator is one such as http://127.0.0.1:3000."],
    ["http://127.0.0.1:3000/v3", "The address of an emulator is one such as http://127.0.0.1:3000."],
    ["http://me:secret@127.0.0.1", "The address of an emulator holds no password."],
    ["http://127.0.0.1.example.com", "127.0.0.1.example.com is not this machine"],
    ["http://10.0.0.1:3000", "10.0.0.1 is not this machine: an emulator is reached at a loopback address only."]
  ])("does not ask at %s", async (url, sentence) => {
    await expect(serve({ url })).rejects.toThrow(sentence)
  })

  it.each(["http://localhost:3000", "http://127.0.0.2:1", "http://[::1]:3000"])("would ask at %s", (url) => {
    expect(Address.origin(url)).toBe(url)
  })
})
