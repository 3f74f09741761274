/**
 * The public client of the API, from npm, against the emulator as a process: nothing but its base URL is set.
 */
import Sent from "@sentdm/sentdm"
import type { Event } from "@signalbox/testing/http/Receiver"
import * as Receiver from "@signalbox/testing/http/Receiver"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { until } from "../emulator/ControlClient.ts"
import type { EmulatorProcess } from "../emulator/EmulatorProcess.ts"
import * as Process from "../emulator/EmulatorProcess.ts"
import * as Database from "../postgres/Database.ts"

describe.each(["memory", "PostgreSQL"])("the public client on %s", (storage) => {
  const apiKey = randomUUID()
  let emulator: EmulatorProcess
  let receiver: Receiver.Receiver
  let client: Sent
  let database: Database.Database | undefined

  beforeAll(async () => {
    database = storage === "memory" ? undefined : await Database.fresh()
    emulator = await Process.start({
      API_KEY: apiKey,
      ...(database === undefined ? {} : { DATABASE_URL: database.url })
    })
    receiver = await Receiver.start()
    client = new Sent({ apiKey, baseURL: emulator.url })
  })

  afterAll(async () => {
    await receiver.stop()
    await emulator.stop()
    await database?.drop()
  })

  it("reads the account of its key", async () => {
    const { data } = await client.me.retrieve()
    expect(data).toMatchObject({ type: "organization", profiles: [], channels: { sms: { configured: true } } })
  })

  it("makes a template and a webhook, sends, and follows the message", async () => {
    const name = `Your code is {{0:variable}}, ${randomUUID().slice(0, 8)}.`
    const template = await client.templates.create({
      category: "UTILITY",
      language: "en_US",
      submit_for_review: true,
      definition: {
        body: {
          multiChannel: {
            template: name,
            variables: [{
              id: 0,
              name: "code",
              type: "variable",
              props: { variableType: "text", sample: "1234", mediaType: "", url: "" }
            }]
          }
        }
      }
    })
    expect(template.data).toMatchObject({ category: "UTILITY", variables: ["code"] })
    await until(() => client.templates.retrieve(template.data!.id!), ({ data }) => data?.status === "APPROVED")
    const path = `/${randomUUID()}`
    const webhook = await client.webhooks.create({
      display_name: "here",
      endpoint_url: receiver.url(path),
      event_types: ["message"]
    })
    expect(webhook.data).toMatchObject({ display_name: "here", is_active: true })

    const sent = await client.messages.send({
      channel: ["sms"],
      template: { id: template.data!.id!, parameters: { code: "9876" } },
      to: ["+12015550123"]
    })
    expect(sent.data).toMatchObject({ status: "QUEUED", template_id: template.data!.id! })
    const id = sent.data!.recipients![0]!.message_id!
    const events = await receiver.until(path, (found) => found.some((each) => said(each).event === "message.delivered"))
    expect(events.map((each) => said(each).event)).toEqual([
      "message.queued",
      "message.routed",
      "message.sent",
      "message.delivered"
    ])

    const message = await client.messages.retrieveStatus(id)
    expect(message.data).toMatchObject({ id, status: "DELIVERED", channel: "sms", phone: "+12015550123" })
    expect(message.data!.message_body!.content).toContain("9876")
    const activities = await client.messages.retrieveActivities(id)
    expect(activities.data!.activities!.map(({ status }) => status)).toEqual([
      "DELIVERED",
      "SENT",
      "ROUTED",
      "PROCESSED",
      "QUEUED"
    ])
  })

  it("keeps webhooks: reads, replaces, switches, rotates, tests, looks at the log, and deletes", async () => {
    const path = `/${randomUUID()}`
    const wanted = { display_name: "kept", endpoint_url: receiver.url(path), event_types: ["message"] }
    const created = (await client.webhooks.create({ ...wanted, retry_count: 5 })).data!
    const id = created.id!
    expect((await client.webhooks.retrieve(id)).data).toMatchObject({ ...wanted, id, signing_secret: null })
    const { data: page } = await client.webhooks.list({ page: 1, page_size: 10, search: "kept", is_active: true })
    expect(page).toMatchObject({ webhooks: [{ id }], pagination: { total_count: 1, has_more: false } })
    const changed = await client.webhooks.update(id, { ...wanted, display_name: "changed" })
    expect(changed.data).toMatchObject({ display_name: "changed", retry_count: 5 })
    expect((await client.webhooks.toggleStatus(id, { is_active: false })).data).toMatchObject({ is_active: false })
    const { data: rotated } = await client.webhooks.rotateSecret(id, {})
    expect(rotated!.signing_secret).toMatch(/^whsec_/)
    expect(rotated!.signing_secret).not.toBe(created.signing_secret)
    const tested = await client.webhooks.test(id, { event_type: "message.delivered" })
    expect(tested.data).toMatchObject({ success: true })
    expect(receiver.at(path).map((each) => said(each).event)).toEqual(["message.delivered"])
    const { data: log } = await client.webhooks.listEvents(id, { page: 1, page_size: 10 })
    expect(log!.events).toMatchObject([{
      event_type: "message.delivered",
      delivery_status: "DELIVERED",
      delivery_attempts: 1,
      http_status_code: 204
    }])
    const { data: types } = await client.webhooks.listEventTypes()
    expect(types!.event_types!.map(({ name }) => name)).toEqual([
      "message",
      "templates",
      "contact",
      "channel",
      // Signalbox, beyond v3.
      "verification",
      "account"
    ])
    await client.webhooks.delete(id)
    await expect(client.webhooks.retrieve(id)).rejects.toBeInstanceOf(Sent.NotFoundError)
  })

  it("sends a text, sends it again, and calls off what is held", async () => {
    const to = ["+12015550177"]
    const template = { name: "hello_welcome_to_signalbox", parameters: { name: "Ada" } }
    const opened = await client.messages.send({ to, channel: ["sms"], template })
    const ends = (id: string, times: number) =>
      until(
        async () => (await client.messages.retrieveStatus(id)).data!,
        ({ events, status }) =>
          status === "DELIVERED" && events!.filter((event) => event.status === "DELIVERED").length === times
      )
    await ends(opened.data!.recipients![0]!.message_id!, 1)
    const sent = await client.messages.send({ to, channel: ["sms"], text: "Anything else?" })
    expect(sent.data).toMatchObject({ status: "QUEUED", template_id: null, template_name: null })
    const id = sent.data!.recipients![0]!.message_id!
    expect((await ends(id, 1)).message_body!.content).toBe("Anything else?")

    // It has no methods of its own for these two.
    const again = await client.post<typeof sent>(`/v3/messages/${id}/resend`)
    expect(again.data!.recipients).toEqual(sent.data!.recipients)
    await ends(id, 2)
    const once = { maxRetries: 0 }
    await expect(client.post(`/v3/messages/${id}/cancel`, once)).rejects.toBeInstanceOf(Sent.ConflictError)

    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
    const held = await client.post<typeof sent>("/v3/messages", { body: { to, text: "Later", scheduled_at } })
    const later = held.data!.recipients![0]!.message_id!
    await client.post(`/v3/messages/${later}/cancel`, { body: {} })
    expect((await client.messages.retrieveStatus(later)).data).toMatchObject({ status: "CANCELLED", channel: "auto" })
    await expect(client.post(`/v3/messages/${later}/resend`, once)).rejects.toBeInstanceOf(Sent.ConflictError)
  })

  it("reads, finds, changes and deletes templates", async () => {
    const word = `w${randomUUID().slice(0, 8)}`
    const definition = (template: string) => ({ body: { multiChannel: { template, type: null, variables: null } } })
    const { data: made } = await client.templates.create({ definition: definition(`Hello ${word}`) })
    expect(made).toMatchObject({ name: `hello_${word}`, status: "DRAFT", category: "UTILITY", is_published: false })
    const id = made!.id!
    expect((await client.templates.retrieve(id)).data).toEqual(made)

    const found = async (more: object) => {
      const { data } = await client.templates.list({ page: 1, page_size: 100, search: word, ...more })
      expect(data!.pagination).toMatchObject({ page: 1, page_size: 100, total_count: data!.templates!.length })
      return data!.templates!
    }
    expect(await found({ status: null, category: null, is_welcome_playground: null })).toEqual([made])
    expect(await found({ status: "DRAFT", category: "UTILITY", is_welcome_playground: false })).toEqual([made])
    expect(await found({ status: "PENDING" })).toEqual([])
    const { data: all } = await client.templates.list({ page: 1, page_size: 100 })
    const automatic = all!.templates!.filter((each) => "auto_reply_action" in each)
    expect(automatic.map(({ name }) => name)).toHaveLength(3)

    const renamed = await client.templates.update(id, { name: `${word}_2`, category: "MARKETING", language: null })
    expect(renamed.data).toMatchObject({ id, name: `${word}_2`, category: "MARKETING", language: made!.language })
    const simulated = await client.templates.update(id, { name: "elsewhere", sandbox: true })
    expect(simulated.data).toMatchObject({ id, name: "elsewhere" })
    const changed = await client.templates.update(id, {
      definition: definition(`Bye ${word}`),
      submit_for_review: true
    })
    expect(changed.data).toMatchObject({ name: `${word}_2`, status: "PENDING" })
    await expect.poll(async () => (await client.templates.retrieve(id)).data!.status).toBe("APPROVED")
    const taken = automatic[0]!.name!
    await expect(client.templates.update(id, { name: taken })).rejects.toBeInstanceOf(Sent.ConflictError)
    await expect(client.templates.update(id, { language: "x" })).rejects.toBeInstanceOf(Sent.BadRequestError)

    await client.templates.delete(id, { sandbox: true })
    expect(await found({})).toHaveLength(1)
    await client.templates.delete(id, { delete_from_meta: true })
    await expect(client.templates.retrieve(id)).rejects.toBeInstanceOf(Sent.NotFoundError)
    expect(await found({})).toEqual([])
    await expect(client.templates.delete(automatic[0]!.id!, {})).rejects.toBeInstanceOf(Sent.BadRequestError)
  })

  it("makes, finds, changes and deletes contacts", async () => {
    const number = `+1201555${String(Date.now()).slice(-4)}`
    const { data: made } = await client.contacts.create({ phone_number: number })
    expect(made).toMatchObject({
      phone_number: number,
      format_e164: number,
      country_code: "1",
      region_code: "US",
      available_channels: "sms,whatsapp,rcs,mms",
      default_channel: "sms",
      opt_out: false,
      is_inherited: false,
      updated_at: null
    })
    const id = made!.id!
    expect((await client.contacts.retrieve(id)).data).toEqual(made)
    await expect(client.contacts.create({ phone_number: number })).rejects.toBeInstanceOf(Sent.ConflictError)
    await expect(client.contacts.create({ phone_number: "1" })).rejects.toBeInstanceOf(Sent.BadRequestError)
    const found = async (more: object) => {
      const { data } = await client.contacts.list({ page: 1, page_size: 100, ...more })
      expect(data!.pagination).toMatchObject({ page: 1, page_size: 100, total_count: data!.contacts!.length })
      return data!.contacts!
    }
    expect(await found({ phone: number })).toEqual([made])
    expect(await found({ search: made!.format_national!, channel: "rcs", phone: null })).toEqual([made])
    expect(await found({ search: "no such number" })).toEqual([])

    const changed = await client.contacts.update(id, { opt_out: true, default_channel: "whatsapp" })
    expect(changed.data).toMatchObject({ id, opt_out: true, default_channel: "whatsapp" })
    const template = { name: "hello_welcome_to_signalbox", parameters: { name: "Ada" } }
    const sent = await client.messages.send({ to: [number], channel: ["sms"], template })
    const { message_id: message } = sent.data!.recipients![0]!
    await expect.poll(async () => (await client.messages.retrieveStatus(message!)).data!.status).toBe("FILTERED")

    await client.contacts.delete(id, { sandbox: true })
    expect((await client.contacts.retrieve(id)).data).toMatchObject({ id, opt_out: true })
    await client.contacts.delete(id, {})
    await expect(client.contacts.retrieve(id)).rejects.toBeInstanceOf(Sent.NotFoundError)
  })

  it("invites a user, gives another role and removes the user", async () => {
    const email = `${randomUUID()}@example.com`
    const { data: invited } = await client.users.invite({ email, name: "Ada", role: "developer" })
    expect(invited).toMatchObject({ email, name: "Ada", role: "developer", status: "invited", last_login_at: null })
    const { data: listed } = await client.users.list()
    expect(listed!.users).toContainEqual(invited)
    expect((await client.users.retrieve(invited!.id!)).data).toEqual(invited)
    const { data: changed } = await client.users.updateRole(invited!.id!, { role: "billing" })
    expect(changed).toMatchObject({ id: invited!.id!, role: "billing" })
    await client.users.remove(invited!.id!, {})
    await expect(client.users.retrieve(invited!.id!)).rejects.toBeInstanceOf(Sent.NotFoundError)
    await expect(client.users.invite({ email: "owner@example.com", name: "Owner", role: "admin" }))
      .rejects.toBeInstanceOf(Sent.ConflictError)
  })

  it("makes a profile, changes it, completes it and deletes it", async () => {
    const { data: made } = await client.profiles.create({ name: "Sales", billing_model: "organization" })
    expect(made).toMatchObject({ name: "Sales", status: "incomplete", short_name: null, brand: null })
    const id = made!.id!
    expect((await client.profiles.retrieve(id)).data).toEqual(made)
    expect((await client.profiles.list()).data!.profiles).toContainEqual(made)
    const change = { short_name: "SALES", description: "EMEA", inherit_tcr_brand: true }
    expect((await client.profiles.update(id, change)).data).toMatchObject({ id, name: "Sales", ...change })
    const path = `/${randomUUID()}`
    expect((await client.profiles.complete(id, { webHookUrl: receiver.url(path) })).data!.status).toBe("processing")
    await receiver.until(path, (found) => found.length > 0)
    expect((await client.profiles.retrieve(id)).data!.status).toBe("approved")
    const acting = await client.me.retrieve({ "x-profile-id": id })
    expect(acting.data).toMatchObject({ id, type: "profile", status: "approved" })
    await client.profiles.delete(id, {})
    await expect(client.profiles.retrieve(id)).rejects.toBeInstanceOf(Sent.NotFoundError)
  })

  it("makes a campaign of a profile, changes it and deletes it", async () => {
    const { data: profile } = await client.profiles.create({
      name: "Campaigns",
      billing_model: "organization",
      brand: {
        contact: { name: "Ada" },
        business: { legalName: "Engines Ltd" },
        compliance: { brandRelationship: "BASIC_ACCOUNT", vertical: "TECHNOLOGY" }
      }
    })
    const id = profile!.id!
    const campaign = {
      name: "Customer Notifications",
      description: "Appointment reminders and account notifications",
      type: "App",
      optoutKeywords: "STOP",
      useCases: [{
        messagingUseCaseUs: "ACCOUNT_NOTIFICATION" as const,
        sampleMessages: ["Hi {name}, your appointment is confirmed for {date} at {time}."]
      }]
    }
    const { data: made } = await client.profiles.campaigns.create(id, { campaign })
    expect(made).toMatchObject({ ...campaign, customerId: id, brandId: profile!.brand!.id!, status: "SENT_CREATED" })
    expect((await client.profiles.campaigns.list(id)).data).toEqual([made])
    const renamed = { ...campaign, name: "Notifications" }
    const changed = await client.profiles.campaigns.update(made!.id!, { profileId: id, campaign: renamed })
    expect(changed.data).toMatchObject({ id: made!.id!, name: "Notifications" })
    await client.profiles.campaigns.delete(made!.id!, { profileId: id, sandbox: true })
    expect((await client.profiles.campaigns.list(id)).data).toHaveLength(1)
    await client.profiles.campaigns.delete(made!.id!, { profileId: id })
    expect((await client.profiles.campaigns.list(id)).data).toEqual([])
    const unknown = client.profiles.campaigns.update(made!.id!, { profileId: id, campaign })
    await expect(unknown).rejects.toBeInstanceOf(Sent.NotFoundError)
  })

  it("meets errors as its own classes", async () => {
    await expect(client.messages.retrieveStatus(randomUUID())).rejects.toBeInstanceOf(Sent.NotFoundError)
    await expect(client.messages.send({ to: [] })).rejects.toBeInstanceOf(Sent.BadRequestError)
    const stranger = new Sent({ apiKey: randomUUID(), baseURL: emulator.url })
    await expect(stranger.me.retrieve()).rejects.toBeInstanceOf(Sent.AuthenticationError)
  })
})

const said = (delivery: Receiver.Delivery): Event => Receiver.event(delivery)
