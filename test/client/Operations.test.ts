/**
 * Every operation of the public client against the emulator as a process: each answer is what the client's own
 * declarations say, key by key, and each error is the class that the client has for it.
 */
import Sent from "@sentdm/sentdm"
import * as Receiver from "@signalbox/testing/http/Receiver"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Control from "../emulator/ControlClient.ts"
import type { EmulatorProcess } from "../emulator/EmulatorProcess.ts"
import * as Process from "../emulator/EmulatorProcess.ts"
import * as Database from "../postgres/Database.ts"
import type { World } from "./Calls.ts"
import { table } from "./Calls.ts"
import { differences, operations } from "./Declarations.ts"

/** These differences between an answer and the declarations of this version of the client are allowed. */
const excused: ReadonlyArray<readonly [operations: RegExp, differences: RegExp]> = [
  // Later clients declare whose it is.
  [/^(?:contacts|templates|users|webhooks)\./, /^data(?:\.\w+\[\])?\.customer_id is not declared$/],
  // Later clients declare the page, of which there is one.
  [/^(?:messages\.retrieveActivities|webhooks\.listEventTypes)$/, /^data\.pagination is not declared$/],
  // An organization tells its clones apart, and sees every attempt.
  [/^webhooks\.listEvents$/, /^data\.events\[\]\.(?:webhook_id|customer_id|attempts) is not declared$/],
  // This service tells it beyond version 3.
  [/^messages\.retrieveStatus$/, /^data\.template_revision is not declared$/],
  // Later clients declare what goes with the text.
  [/^messages\.retrieveStatus$/, /^data\.message_body\.(?:headerMedia|media|subject) is not declared$/],
  // The specification shows the definition, and what an automatic reply is for.
  [/^templates\./, /^data(?:\.templates\[\])?\.(?:definition|auto_reply_action) is not declared$/],
  // Answers are in snake_case; the client declares this entry as it sends it.
  [/^profiles\./, /\.destination_countries\[\]\.(?:isMain is missing|is_main is not declared)$/],
  // The resource shows nothing of the service's own providers, and of a later registry.
  [
    /^profiles\.campaigns\./,
    /^data(?:\[\])?\.(?:cspId|kycSubmissionFormId|resellerId|telnyxCampaignId|upstreamCnpId) is missing$/
  ],
  // The volume decides the tier of a campaign.
  [/^profiles\.campaigns\./, /^data(?:\[\])?\.volume is not declared$/]
]

const unexcused = (name: string, found: ReadonlyArray<string>): ReadonlyArray<string> =>
  found.filter((difference) => !excused.some(([operation, what]) => operation.test(name) && what.test(difference)))

/** The error that a call ends with. */
const errorOf = async (call: Promise<unknown>): Promise<InstanceType<typeof Sent.APIError>> => {
  const error = await call.then(() => null, (error: unknown) => error)
  expect(error).toBeInstanceOf(Sent.APIError)
  return error as InstanceType<typeof Sent.APIError>
}

const codeOf = ({ error }: { readonly error: unknown }): string | undefined =>
  (error as { readonly error?: { readonly code?: string } } | undefined)?.error?.code

it("there is a call of each operation that the client has, which are 40", () => {
  expect(Object.keys(table).toSorted()).toEqual(operations.map(({ name }) => name))
  expect(operations).toHaveLength(40)
})

describe.each(["memory", "PostgreSQL"])("the public client on %s", (storage) => {
  const apiKey = randomUUID()
  let emulator: EmulatorProcess
  let receiver: Receiver.Receiver
  let database: Database.Database | undefined
  let world: World

  const clientOf = (key: string) => new Sent({ apiKey: key, baseURL: emulator.url, maxRetries: 0 })

  beforeAll(async () => {
    database = storage === "memory" ? undefined : await Database.fresh()
    emulator = await Process.start({
      API_KEY: apiKey,
      ...(database === undefined ? {} : { DATABASE_URL: database.url })
    })
    receiver = await Receiver.start()
    world = { client: clientOf(apiKey), receiver }
  })

  afterAll(async () => {
    await receiver.stop()
    await emulator.stop()
    await database?.drop()
  })

  describe("gets what it declares from", () => {
    it.each(operations)("$name", async ({ answer, name }) => {
      const said = await table[name]!.right(world)
      if (answer === null) expect(said ?? null).toBe(null)
      else expect(unexcused(name, differences(answer, said))).toEqual([])
    })
  })

  describe("knows", () => {
    it.each(operations)("a wrong key at $name: AuthenticationError", async ({ name }) => {
      const stranger = { ...world, client: clientOf(randomUUID()) }
      const error = await errorOf(table[name]!.right(stranger))
      expect(error).toBeInstanceOf(Sent.AuthenticationError)
      expect([error.status, codeOf(error)]).toEqual([401, "AUTH_002"])
    })

    it.each(operations.filter(({ name }) => table[name]!.missing !== null))(
      "what is missing at $name: NotFoundError",
      async ({ name }) => {
        const error = await errorOf(table[name]!.missing!(world))
        expect(error).toBeInstanceOf(Sent.NotFoundError)
        expect(codeOf(error)).toMatch(/^RESOURCE_\d{3}$/)
      }
    )

    it.each(operations.filter(({ name }) => table[name]!.wrong !== null))(
      "what is wrong at $name: BadRequestError",
      async ({ name }) => {
        const error = await errorOf(table[name]!.wrong!(world))
        expect(error).toBeInstanceOf(Sent.BadRequestError)
        expect(codeOf(error)).toMatch(/^VALIDATION_\d{3}$/)
      }
    )

    it("what is there already: ConflictError", async () => {
      const phone_number = "+14155550199"
      await world.client.contacts.create({ phone_number })
      const error = await errorOf(world.client.contacts.create({ phone_number }))
      expect(error).toBeInstanceOf(Sent.ConflictError)
      expect(codeOf(error)).toBe("RESOURCE_007")
    })

    it("a key of another request: UnprocessableEntityError", async () => {
      const key = { "Idempotency-Key": randomUUID() }
      const email = `${randomUUID()}@example.com`
      await world.client.users.invite({ email, name: "Ada", role: "developer", ...key })
      const error = await errorOf(world.client.users.invite({ email, name: "Eve", role: "developer", ...key }))
      expect(error).toBeInstanceOf(Sent.UnprocessableEntityError)
      expect(codeOf(error)).toBe("CONFLICT_005")
    })

    it("what a profile may not do: PermissionDeniedError", async () => {
      const body = { name: "Shop", short_name: "SHOP" }
      const made = await world.client.post<{ readonly data: { readonly api_key: string } }>("/v3/sender-profiles", {
        body
      })
      const error = await errorOf(clientOf(made.data.api_key).me.retrieve({ "x-profile-id": randomUUID() }))
      expect(error).toBeInstanceOf(Sent.PermissionDeniedError)
      expect(codeOf(error)).toBe("AUTH_004")
    })

    it("too many requests: RateLimitError", async () => {
      const again = () => errorOf(world.client.post(`/v3/messages/${randomUUID()}/resend`))
      for (let count = 0; count < 10; count++) expect(await again()).toBeInstanceOf(Sent.NotFoundError)
      const error = await again()
      expect(error).toBeInstanceOf(Sent.RateLimitError)
      expect(codeOf(error)).toBe("BUSINESS_002")
      expect(error.headers?.get("x-ratelimit-limit")).toBe("10")
    })

    it("a service whose storage is gone: InternalServerError", async () => {
      await Control.call(emulator, "PUT", "/faults", { store: "down" })
      const error = await errorOf(world.client.contacts.list({ page: 1, page_size: 5 }))
      await Control.call(emulator, "PUT", "/faults", { store: "up" })
      expect(error).toBeInstanceOf(Sent.InternalServerError)
      expect([error.status, codeOf(error)]).toEqual([503, "INTERNAL_005"])
      await world.client.contacts.list({ page: 1, page_size: 5 })
    })
  })
})
