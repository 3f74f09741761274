/**
 * A server, a receiver and a template that may be sent: what tests of deliveries stand on.
 */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll } from "vitest"
import type { Start } from "../HttpSubject.ts"
import type { Delivery, Receiver } from "../Receiver.ts"
import * as Receivers from "../Receiver.ts"
import { approvedTemplate, createWebhook } from "./actions.ts"
import type { Given } from "./given.ts"
import { server } from "./given.ts"
import type { Template, Webhook } from "./resources.ts"
import { greeting, parameters, phone } from "./samples.ts"

export interface World {
  readonly given: () => Given
  readonly receiver: () => Receiver
  readonly template: () => Template
}

/** Sets all of it up for the cases around the call. */
export const world = (start: Start): World => {
  let receiver: Receiver | undefined
  let template: Template | undefined
  beforeAll(async () => {
    receiver = await Receivers.start()
  })
  const given = server(start, async ({ client }) => {
    template = await approvedTemplate(client, greeting)
  })
  afterAll(() => receiver?.stop())
  return { given, receiver: () => receiver!, template: () => template! }
}

export const names = (found: ReadonlyArray<Delivery>): ReadonlyArray<string> =>
  found.map((delivery) => Receivers.event(delivery).event)

export const payloads = (found: ReadonlyArray<Delivery>): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  found.map((delivery) => Receivers.event(delivery).payload)

/** A webhook of its own path, for message events unless told. */
export const listen = async (
  { given, receiver }: World,
  more: object = {},
  client = given().client
): Promise<Webhook & { readonly path: string }> => {
  // The query belongs to the address.
  const path = `/${randomUUID()}?of=%20mine`
  const webhook = await createWebhook(client, { endpoint_url: receiver().url(path), event_types: ["message"], ...more })
  return { ...webhook, path }
}

export const body = ({ template }: World, more: object = {}): object => ({
  to: [phone(1)],
  template: { id: template().id, parameters },
  channel: ["sms"],
  ...more
})

export const way = ["message.queued", "message.routed", "message.sent", "message.delivered"]
