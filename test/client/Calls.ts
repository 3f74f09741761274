/**
 * A call of each operation of the public client, by the name that its caller writes. Whatever a call needs, it makes.
 */
import type Sent from "@sentdm/sentdm"
import type { Receiver } from "@signalbox/testing/http/Receiver"
import { randomInt, randomUUID } from "node:crypto"

export interface World {
  readonly client: Sent
  readonly receiver: Receiver
}

/** Resolves with the answer as it came. */
type Call = (world: World) => Promise<unknown>

export interface Calls {
  /** A call that succeeds. */
  readonly right: Call
  /** A call about what there is not: 404. Null where a call is about nothing that could be missing. */
  readonly missing: Call | null
  /** A call that says what is not right: 400. Null where there is nothing to say. */
  readonly wrong: Call | null
}

const calls = (right: Call, missing: Call | null, wrong: Call | null): Calls => ({ right, missing, wrong })

const nobody = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
const page = { page: 1, page_size: 5 }
const noPage = { page: 0, page_size: 5 }

const number = (): string => `+1201555${String(randomInt(10_000)).padStart(4, "0")}`

const definition = (template: string) => ({ body: { multiChannel: { template, type: null, variables: null } } })
const noDefinition = definition("Hello {{0:nonsense}}")

const id = async (made: Promise<{ readonly data?: { readonly id?: string } | null }>): Promise<string> => {
  const { data } = await made
  if (data?.id === undefined) throw new Error("it was made without an id")
  return data.id
}

const contact = async ({ client }: World) => {
  const { data } = await client.contacts.list({ ...page, phone: number() })
  return data?.contacts?.[0]?.id ??
    await id(client.contacts.create({ phone_number: `+1415${randomInt(2_000_000, 9_999_999)}` }))
}
const template = ({ client }: World) => id(client.templates.create({ definition: definition(`Hello ${randomUUID()}`) }))
const user = ({ client }: World) =>
  id(client.users.invite({ email: `${randomUUID()}@example.com`, name: "Ada", role: "developer" }))
const profile = ({ client }: World) => id(client.profiles.create({ name: "Sales", billing_model: "organization" }))

const welcome = { name: "hello_welcome_to_signalbox", parameters: { name: "Ada" } }
const message = async ({ client }: World) => {
  const { data } = await client.messages.send({ to: [number()], template: welcome, channel: ["sms"] })
  return data!.recipients![0]!.message_id!
}

const hook = ({ receiver }: World, path = randomUUID()) => ({
  display_name: "Mine",
  endpoint_url: receiver.url(`/${path}`),
  event_types: ["channel"],
  event_filters: { channel: ["approved"] }
})
const webhook = (world: World) => id(world.client.webhooks.create(hook(world)))

const brand: NonNullable<Sent.ProfileCreateParams["brand"]> = {
  contact: { name: "Ada", email: "ada@example.com", phone: "+12015550100", phoneCountryCode: "1", role: "Owner" },
  business: {
    legalName: "Acme",
    taxId: "12-3456789",
    taxIdType: "us_ein",
    entityType: "PRIVATE_PROFIT",
    street: "1 Way",
    city: "Hoboken",
    state: "NJ",
    postalCode: "07030",
    country: "US",
    countryOfRegistration: "US",
    url: "https://example.com"
  },
  compliance: {
    brandRelationship: "SMALL_ACCOUNT",
    vertical: "RETAIL",
    destinationCountries: [{ id: "US", isMain: true }]
  }
}
const branded = ({ client }: World) =>
  id(client.profiles.create({ name: "Branded", billing_model: "organization", brand }))

const campaign = {
  name: "Orders",
  description: "News of orders",
  type: "App",
  useCases: [{ messagingUseCaseUs: "DELIVERY_NOTIFICATION" as const, sampleMessages: ["Your order is on its way."] }]
}
const campaignOf = (world: World, profileId: string) =>
  id(world.client.profiles.campaigns.create(profileId, { campaign }))

/** One row for each operation. */
export const table: Readonly<Record<string, Calls>> = {
  "contacts.create": calls(
    ({ client }) => client.contacts.create({ phone_number: `+1415${randomInt(2_000_000, 9_999_999)}` }),
    null,
    ({ client }) => client.contacts.create({ phone_number: "12" })
  ),
  "contacts.delete": calls(
    async (world) => world.client.contacts.delete(await contact(world), {}),
    ({ client }) => client.contacts.delete(nobody, {}),
    ({ client }) => client.contacts.delete("12", {})
  ),
  "contacts.list": calls(
    async (world) => (await contact(world), world.client.contacts.list(page)),
    null,
    ({ client }) => client.contacts.list(noPage)
  ),
  "contacts.retrieve": calls(
    async (world) => world.client.contacts.retrieve(await contact(world)),
    ({ client }) => client.contacts.retrieve(nobody),
    ({ client }) => client.contacts.retrieve("12")
  ),
  "contacts.update": calls(
    async (world) => world.client.contacts.update(await contact(world), { default_channel: "whatsapp" }),
    ({ client }) => client.contacts.update(nobody, {}),
    async (world) => world.client.contacts.update(await contact(world), { default_channel: "fax" })
  ),
  "me.retrieve": calls(
    async (world) => (await profile(world), world.client.me.retrieve()),
    ({ client }) => client.me.retrieve({ "x-profile-id": nobody }),
    ({ client }) => client.me.retrieve({ "x-profile-id": "12" })
  ),
  "messages.retrieveActivities": calls(
    async (world) => world.client.messages.retrieveActivities(await message(world)),
    ({ client }) => client.messages.retrieveActivities(nobody),
    ({ client }) => client.messages.retrieveActivities("12")
  ),
  "messages.retrieveStatus": calls(
    async (world) => world.client.messages.retrieveStatus(await message(world)),
    ({ client }) => client.messages.retrieveStatus(nobody),
    ({ client }) => client.messages.retrieveStatus("12")
  ),
  "messages.send": calls(
    ({ client }) => client.messages.send({ to: [number()], template: welcome, channel: ["sms"] }),
    ({ client }) => client.messages.send({ to: [number()], template: { id: nobody } }),
    ({ client }) => client.messages.send({ to: [], template: welcome })
  ),
  "numbers.lookup": calls(
    ({ client }) => client.numbers.lookup("+447911123456"),
    null,
    ({ client }) => client.numbers.lookup("12")
  ),
  "profiles.campaigns.create": calls(
    async (world) => world.client.profiles.campaigns.create(await branded(world), { campaign }),
    ({ client }) => client.profiles.campaigns.create(nobody, { campaign }),
    async (world) =>
      world.client.profiles.campaigns.create(await branded(world), { campaign: { ...campaign, useCases: [] } })
  ),
  "profiles.campaigns.delete": calls(
    async (world) => {
      const profileId = await branded(world)
      return world.client.profiles.campaigns.delete(await campaignOf(world, profileId), { profileId })
    },
    async (world) => world.client.profiles.campaigns.delete(nobody, { profileId: await branded(world) }),
    async (world) => world.client.profiles.campaigns.delete("12", { profileId: await branded(world) })
  ),
  "profiles.campaigns.list": calls(
    async (world) => {
      const profileId = await branded(world)
      await campaignOf(world, profileId)
      return world.client.profiles.campaigns.list(profileId)
    },
    ({ client }) => client.profiles.campaigns.list(nobody),
    ({ client }) => client.profiles.campaigns.list("12")
  ),
  "profiles.campaigns.update": calls(
    async (world) => {
      const profileId = await branded(world)
      return world.client.profiles.campaigns.update(await campaignOf(world, profileId), { profileId, campaign })
    },
    async (world) => world.client.profiles.campaigns.update(nobody, { profileId: await branded(world), campaign }),
    async (world) => world.client.profiles.campaigns.update("12", { profileId: await branded(world), campaign })
  ),
  "profiles.complete": calls(
    async (world) => {
      const made = await profile(world)
      const shown = { short_name: `S${randomInt(100_000)}`, description: "EMEA", inherit_tcr_brand: true }
      await world.client.profiles.update(made, shown)
      return world.client.profiles.complete(made, { webHookUrl: world.receiver.url(`/${randomUUID()}`) })
    },
    ({ client, receiver }) => client.profiles.complete(nobody, { webHookUrl: receiver.url("/") }),
    async (world) => world.client.profiles.complete(await profile(world), { webHookUrl: "nowhere" })
  ),
  "profiles.create": calls(
    ({ client }) => client.profiles.create({ name: "Sales", billing_model: "organization", brand }),
    null,
    ({ client }) => client.profiles.create({ name: "" })
  ),
  "profiles.delete": calls(
    async (world) => world.client.profiles.delete(await profile(world), {}),
    ({ client }) => client.profiles.delete(nobody, {}),
    ({ client }) => client.profiles.delete("12", {})
  ),
  "profiles.list": calls(
    async (world) => (await branded(world), world.client.profiles.list()),
    null,
    ({ client }) => client.profiles.list({ "x-profile-id": "12" })
  ),
  "profiles.retrieve": calls(
    async (world) => world.client.profiles.retrieve(await branded(world)),
    ({ client }) => client.profiles.retrieve(nobody),
    ({ client }) => client.profiles.retrieve("12")
  ),
  "profiles.update": calls(
    async (world) => world.client.profiles.update(await profile(world), { name: "Support" }),
    ({ client }) => client.profiles.update(nobody, { name: "Support" }),
    async (world) => world.client.profiles.update(await profile(world), { name: "" })
  ),
  "templates.create": calls(
    ({ client }) => client.templates.create({ definition: definition(`Hello ${randomUUID()}`) }),
    null,
    ({ client }) => client.templates.create({ definition: noDefinition })
  ),
  "templates.delete": calls(
    async (world) => world.client.templates.delete(await template(world), {}),
    ({ client }) => client.templates.delete(nobody, {}),
    ({ client }) => client.templates.delete("12", {})
  ),
  "templates.list": calls(
    async (world) => (await template(world), world.client.templates.list(page)),
    null,
    ({ client }) => client.templates.list(noPage)
  ),
  "templates.retrieve": calls(
    async (world) => world.client.templates.retrieve(await template(world)),
    ({ client }) => client.templates.retrieve(nobody),
    ({ client }) => client.templates.retrieve("12")
  ),
  "templates.update": calls(
    async (world) => world.client.templates.update(await template(world), { name: `name_${randomInt(1e9)}` }),
    ({ client }) => client.templates.update(nobody, { name: "elsewhere" }),
    async (world) => world.client.templates.update(await template(world), { definition: noDefinition })
  ),
  "users.invite": calls(
    ({ client }) => client.users.invite({ email: `${randomUUID()}@example.com`, name: "Ada", role: "developer" }),
    null,
    ({ client }) => client.users.invite({ email: "nowhere", name: "Ada", role: "developer" })
  ),
  "users.list": calls(
    async (world) => (await user(world), world.client.users.list()),
    null,
    ({ client }) => client.users.list({ "x-profile-id": "12" })
  ),
  "users.remove": calls(
    async (world) => world.client.users.remove(await user(world), {}),
    ({ client }) => client.users.remove(nobody, {}),
    ({ client }) => client.users.remove("12", {})
  ),
  "users.retrieve": calls(
    async (world) => world.client.users.retrieve(await user(world)),
    ({ client }) => client.users.retrieve(nobody),
    ({ client }) => client.users.retrieve("12")
  ),
  "users.updateRole": calls(
    async (world) => world.client.users.updateRole(await user(world), { role: "billing" }),
    ({ client }) => client.users.updateRole(nobody, { role: "billing" }),
    async (world) => world.client.users.updateRole(await user(world), { role: "owner" })
  ),
  "webhooks.create": calls(
    (world) => world.client.webhooks.create(hook(world)),
    null,
    ({ client }) => client.webhooks.create({})
  ),
  "webhooks.delete": calls(
    async (world) => world.client.webhooks.delete(await webhook(world)),
    ({ client }) => client.webhooks.delete(nobody),
    ({ client }) => client.webhooks.delete("12")
  ),
  "webhooks.list": calls(
    async (world) => (await webhook(world), world.client.webhooks.list(page)),
    null,
    ({ client }) => client.webhooks.list(noPage)
  ),
  "webhooks.listEventTypes": calls(
    ({ client }) => client.webhooks.listEventTypes(),
    null,
    ({ client }) => client.webhooks.listEventTypes({ "x-profile-id": "12" })
  ),
  "webhooks.listEvents": calls(
    async (world) => {
      const made = await webhook(world)
      await world.client.webhooks.test(made, { event_type: "message.sent" })
      return world.client.webhooks.listEvents(made, page)
    },
    ({ client }) => client.webhooks.listEvents(nobody, page),
    ({ client }) => client.webhooks.listEvents("12", page)
  ),
  "webhooks.retrieve": calls(
    async (world) => world.client.webhooks.retrieve(await webhook(world)),
    ({ client }) => client.webhooks.retrieve(nobody),
    ({ client }) => client.webhooks.retrieve("12")
  ),
  "webhooks.rotateSecret": calls(
    async (world) => world.client.webhooks.rotateSecret(await webhook(world), {}),
    ({ client }) => client.webhooks.rotateSecret(nobody, {}),
    ({ client }) => client.webhooks.rotateSecret("12", {})
  ),
  "webhooks.test": calls(
    async (world) => world.client.webhooks.test(await webhook(world), { event_type: "message.sent" }),
    ({ client }) => client.webhooks.test(nobody, { event_type: "message.sent" }),
    async (world) => world.client.webhooks.test(await webhook(world), { event_type: "weather" })
  ),
  "webhooks.toggleStatus": calls(
    async (world) => world.client.webhooks.toggleStatus(await webhook(world), { is_active: false }),
    ({ client }) => client.webhooks.toggleStatus(nobody, { is_active: false }),
    async (world) => world.client.webhooks.toggleStatus(await webhook(world), {})
  ),
  "webhooks.update": calls(
    async (world) => world.client.webhooks.update(await webhook(world), { ...hook(world), retry_count: 5 }),
    (world) => world.client.webhooks.update(nobody, hook(world)),
    async (world) => world.client.webhooks.update(await webhook(world), { ...hook(world), retry_count: 9 })
  )
}
