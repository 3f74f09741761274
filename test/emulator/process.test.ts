/**
 * The emulator as a process: what it prints, what it says to settings that it cannot use, and how it ends.
 */
import { run } from "@signalbox/emulator/Program"
import * as Receiver from "@signalbox/testing/http/Receiver"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { connect, createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Database from "../postgres/Database.ts"
import * as Client from "./ControlClient.ts"
import * as Process from "./EmulatorProcess.ts"
import { storages } from "./EmulatorStorages.ts"

const secret = "hunter-two"

type Unusable = readonly [name: string, environment: Process.Environment, named: RegExp]

/** One that cannot be read, one that cannot be used, and one that holds a secret. */
const unusable: ReadonlyArray<Unusable> = [
  ["PORT", { PORT: "http" }, /PORT/],
  ["HOST", { HOST: "203.0.113.7" }, /HOST/],
  ["API_KEY", { API_KEY: secret }, /API_KEY/],
  ["DATABASE_URL", { DATABASE_URL: `postgres://root:${secret}@127.0.0.1:1/x` }, /DATABASE_URL/]
]

/** The others: the program ends for their reasons in the same way. */
const unusableToo: ReadonlyArray<Unusable> = [
  ["PORT", { PORT: "65536" }, /PORT/],
  ["PORT", { PORT: "-1" }, /PORT/],
  ["PORT", { PORT: "80.5" }, /PORT/],
  ["HOST", { HOST: "no such host" }, /HOST/],
  ["CONTROL_CLIENTS", { CONTROL_CLIENTS: "172.17.0.1, the bridge" }, /CONTROL_CLIENTS: must be addresses or ranges/],
  ["CONTROL_CLIENTS", { CONTROL_CLIENTS: "172.17.0.1/16" }, /CONTROL_CLIENTS/],
  ["CONTROL_HOSTS", { CONTROL_HOSTS: "http://box.lan:3000" }, /CONTROL_HOSTS: must be names/],
  ["DOCS_URL", { DOCS_URL: "docs.example.com" }, /DOCS_URL: must be a URL/],
  ["NETWORK", { NETWORK: "disk" }, /NETWORK: must be storage or memory/],
  ["SEED", { SEED: "/no/such/file.json" }, /SEED: .*ENOENT/],
  ["SEED", { SEED: tmpdir() }, /SEED: .*EISDIR/],
  ["SEED", { SEED: fileURLToPath(import.meta.url) }, /SEED: .*JSON/],
  ["DATABASE_URL", { DATABASE_URL: `${secret}` }, /DATABASE_URL/],
  ["DATABASE_URL", { DATABASE_URL: `mysql://root:${secret}@127.0.0.1/x` }, /DATABASE_URL/],
  ["DATABASE_URL", { DATABASE_URL: `postgres://root:${secret}@no-such-host.invalid/x` }, /DATABASE_URL/]
]

describe("settings that the emulator cannot use", () => {
  it.each(unusableToo)("%s %o: one clear line without secrets", async (_, environment, named) => {
    const env = { PORT: "0", ...environment }
    const reason = await Effect.runPromise(
      Effect.flip(Effect.provide(run, ConfigProvider.layer(ConfigProvider.fromEnv({ env }))))
    )
    expect(reason).toMatch(/^Signalbox emulator cannot start: [^\n]+$/)
    expect(reason).toMatch(named)
    expect(reason).not.toContain(secret)
  })

  it.each(unusable)("%s %o: one clear line without secrets, and status 1", async (_, environment, named) => {
    const { code, err, out } = await Process.fails(environment)
    expect(code).toBe(1)
    expect(out).toBe("")
    expect(err).toMatch(/^Signalbox emulator cannot start: [^\n]+\n$/)
    expect(err).toMatch(named)
    expect(err).not.toContain(secret)
  })

  it("a port in use", async () => {
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const { code, err, out } = await Process.fails({ PORT: String(port) })
    server.close()
    expect({ code, err, out }).toEqual({
      code: 1,
      err: `Signalbox emulator cannot start: PORT: ${port} is in use on 127.0.0.1\n`,
      out: ""
    })
  })

  it("a database that is not there", async () => {
    const database = await Database.fresh()
    await database.drop()
    const { code, err, out } = await Process.fails({ DATABASE_URL: database.url })
    expect({ code, out }).toEqual({ code: 1, out: "" })
    expect(err).toMatch(/^Signalbox emulator cannot start: DATABASE_URL: [^\n]*does not exist[^\n]*\n$/)
  })
})

describe("the emulator as a process", () => {
  it("prints the address of its inbox, its own, its key, and a line that sends a message", async () => {
    const apiKey = randomUUID()
    const emulator = await Process.start({ API_KEY: apiKey })
    emulator.signal("SIGTERM")
    const { code, err, out } = await emulator.exited
    expect({ code, err }).toEqual({ code: 0, err: "" })
    expect(out.split("\n").slice(0, 3)).toEqual([
      `Inbox: ${emulator.url}/`,
      `Signalbox emulator on ${emulator.url}`,
      `API key: ${apiKey}`
    ])
    expect(out).toContain(`curl -s ${emulator.url}/v3/messages -H 'x-api-key: ${apiKey}'`)
  })

  it("the line that it prints works as soon as it is printed, with a key of its own", async () => {
    const emulator = await Process.start()
    const line = await Client.until(
      () => Promise.resolve(/^ {2}(curl .*)$/m.exec(emulator.output())?.[1]),
      (found) => found !== undefined
    )
    const answer = JSON.parse(execFileSync("bash", ["-c", line!], { encoding: "utf8", timeout: 60_000 })) as {
      readonly data: { readonly recipients: ReadonlyArray<{ readonly message_id: string }> }
    }
    const id = answer.data.recipients[0]!.message_id
    const message = await Client.until(() => Client.message(emulator, id), ({ status }) => status === "DELIVERED")
    expect(message).toMatchObject({ id, status: "DELIVERED" })
    await emulator.stop()
  })

  it("answers in the envelope what Node refuses by itself", async () => {
    const docs = "http://docs.example.com"
    const emulator = await Process.start({ DOCS_URL: docs })
    try {
      const answer = await fetch(`${emulator.url}/v3/me`, { headers: { "x-large": "x".repeat(20_000) } })
      expect(answer.status).toBe(431)
      expect(await answer.json()).toMatchObject({
        success: false,
        status: 431,
        error: { code: "VALIDATION_001", doc_url: `${docs}/reference/errors#validation_001` }
      })
      const refused = await fetch(`${emulator.url}/v3/me`)
      expect(await refused.json()).toMatchObject({ error: { doc_url: `${docs}/reference/errors#auth_002` } })
    } finally {
      await emulator.stop()
    }
  })

  it("SIGINT ends it as well, and a connection that asks nothing does not keep it", async () => {
    const emulator = await Process.start()
    const { hostname, port } = new URL(emulator.url)
    const idle = connect(Number(port), hostname)
    await once(idle, "connect")
    const began = performance.now()
    emulator.signal("SIGINT")
    expect(await emulator.exited).toMatchObject({ code: 0, signal: null, err: "" })
    // A real process is what is tested: one that waited for the connection would do so for eight seconds.
    expect(performance.now() - began).toBeLessThan(5000)
  })
})

describe.each(storages)("a signal on %s", (storage) => {
  let database: Database.Database | undefined
  let environment: Process.Environment
  let receiver: Receiver.Receiver

  beforeAll(async () => {
    database = storage === "memory" ? undefined : await Database.fresh()
    environment = { API_KEY: randomUUID(), ...(database === undefined ? {} : { DATABASE_URL: database.url }) }
    receiver = await Receiver.start()
  })

  afterAll(async () => {
    await receiver.stop()
    await database?.drop()
  })

  it("lets a request in flight end, and takes no new one", async () => {
    const emulator = await Process.start(environment)
    const template = await Client.approved(emulator)
    const body = JSON.stringify({ to: [Client.phone()], channel: ["sms"], template: { id: template } })
    const { hostname, port } = new URL(emulator.url)
    const socket = connect(Number(port), hostname)
    let text = ""
    socket.setEncoding("utf8").on("data", (part: string) => (text += part))
    socket.write(
      `POST /v3/messages HTTP/1.1\r\nhost: ${hostname}:${port}\r\nx-api-key: ${emulator.apiKey}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`
    )
    // The server has read the head when a request that came later is answered.
    await Client.api(emulator, "GET", "/me")
    emulator.signal("SIGTERM")
    await Client.until(
      () => Client.api(emulator, "GET", "/me").then(() => "answered", () => "refused"),
      (answer) => answer === "refused"
    )
    socket.write(body.slice(10))
    await once(socket, "close")
    expect(text).toMatch(/^HTTP\/1\.1 202 /)
    expect(await emulator.exited).toMatchObject({ code: 0, err: "" })
  })

  it("lets work in hand end", async () => {
    const emulator = await Process.start(environment)
    const path = `/${randomUUID()}`
    let answered = 0
    receiver.respond(path, (response) => {
      // The attempt is still under way when the signal comes, and for a while after that.
      setTimeout(() => {
        response.writeHead(204).end()
        answered = Date.now()
      }, 700)
    })
    await Client.data(Client.api(emulator, "POST", "/webhooks", {
      display_name: "slow",
      endpoint_url: receiver.url(path),
      event_types: ["message"],
      event_filters: { message: ["queued"] }
    }))
    await Client.send(emulator, await Client.approved(emulator), Client.phone())
    await receiver.until(path, ({ length }) => length === 1)
    expect(answered).toBe(0)
    emulator.signal("SIGTERM")
    const ended = await emulator.exited
    expect(ended).toMatchObject({ code: 0, err: "" })
    expect(answered).toBeGreaterThan(0)
    if (database === undefined) return
    // What was delivered is known to be so, and is not delivered again.
    const next = await Process.start(environment)
    await Client.travel(next, 600_000)
    expect(receiver.at(path)).toHaveLength(1)
    await next.stop()
  })
})

describe("a signal", () => {
  // Both wait for eight real seconds, since a process has no other time.
  it.concurrent.for(["memory", "PostgreSQL"])(
    "on %s does not wait for ever for what never ends",
    async (storage, { expect }) => {
      const database = storage === "memory" ? undefined : await Database.fresh()
      const receiver = await Receiver.start()
      const emulator = await Process.start(database === undefined ? {} : { DATABASE_URL: database.url })
      const path = `/${randomUUID()}`
      receiver.respond(path, () => {})
      await Client.data(Client.api(emulator, "POST", "/webhooks", {
        display_name: "hang",
        endpoint_url: receiver.url(path),
        event_types: ["message"]
      }))
      await Client.send(emulator, await Client.approved(emulator), Client.phone())
      await receiver.until(path, ({ length }) => length > 0)
      const began = performance.now()
      emulator.signal("SIGTERM")
      // Signals of one kind that come together count as one, and nobody sees when a process has had the first.
      await sleep(100)
      emulator.signal("SIGTERM")
      expect(await emulator.exited).toMatchObject({ code: 0 })
      // Nothing that it waits for takes so long; whoever stops a process kills it some time later.
      expect(performance.now() - began).toBeLessThan(15_000)
      await receiver.stop()
      await database?.drop()
    }
  )
})

describe("the emulator on a database", () => {
  it("finds again what it had, and what its carriers had", async () => {
    const database = await Database.fresh()
    const environment = { API_KEY: randomUUID(), DATABASE_URL: database.url }
    const [phone, later] = [Client.phone(), Client.phone()]
    const first = await Process.start(environment)
    const id = await Client.send(first, await Client.approved(first), phone)
    await Client.until(() => Client.message(first, id), ({ status }) => status === "DELIVERED")
    await Client.told(Client.call(first, "PUT", `/handsets/${later}`, {
      script: Array.from({ length: 9 }, () => ({ submit: { refuse: "invalid_number" } }))
    }))
    first.signal("SIGTERM")
    await first.exited
    const second = await Process.start(environment)
    expect(await Client.message(second, id)).toMatchObject({ status: "DELIVERED" })
    expect(await Client.told(Client.call(second, "GET", `/handsets/${phone}`))).toMatchObject([{ message_id: id }])
    const refused = await Client.send(second, await Client.approved(second), later)
    await Client.until(() => Client.message(second, refused), ({ status }) => status === "FAILED")
    await second.stop()
    await database.drop()
  })
})
