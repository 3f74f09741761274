/**
 * Whole answers of the service, of which a test says only what matters to it.
 */
import type { Delivery, Webhook } from "@signalbox/inbox/internal/source/deliveries"
import type {
  Bubble,
  ChannelPreview,
  Contact,
  Handset,
  Message,
  MessageBody,
  Template
} from "@signalbox/inbox/internal/source/shapes"
import { wall } from "./Shown.ts"

export const body: MessageBody = {
  header: null,
  content: "Hi Ada",
  footer: null,
  buttons: null,
  headerMedia: null,
  media: null,
  subject: null
}

export const message: Message = {
  id: "m1",
  contact_id: "c1",
  phone: "+12015550123",
  phone_international: "+1 201-555-0123",
  region_code: "US",
  template_id: "t1",
  template_name: "order",
  channel: "sms",
  message_body: body,
  status: "DELIVERED",
  direction: "OUTBOUND",
  created_at: wall(11, 30, 5, 250),
  price: 0.0079
}

export const contact: Contact = {
  id: "c1",
  phone_number: "+12015550123",
  format_international: "+1 201-555-0123",
  region_code: "US",
  available_channels: "sms,rcs",
  default_channel: "sms",
  opt_out: false,
  created_at: wall(9),
  updated_at: null
}

export const bubble: Bubble = {
  direction: "out",
  account: "acme",
  message_id: "m1",
  channel: "sms",
  from: "+12015550100",
  to: "+12015550123",
  header: null,
  header_media: null,
  body: "Hi Ada",
  footer: null,
  buttons: [],
  media: [],
  subject: null,
  at: wall(11, 30),
  status: "DELIVERED",
  segments: 1,
  price: 0.0079,
  read_at: null
}

export const handset: Handset = {
  phone: "+12015550123",
  account: "acme",
  last_at: wall(11, 30),
  count: 1,
  next: []
}

export const template: Template = {
  id: "t1",
  name: "order",
  category: "UTILITY",
  language: "en_US",
  status: "APPROVED",
  channels: ["sms", "whatsapp"],
  definition: {
    body: {
      multiChannel: {
        template: "Hi {{0:variable}}",
        variables: [{ id: 0, name: "name", type: "variable", props: { variableType: "text", sample: "Ada" } }]
      }
    },
    definitionVersion: "1.0"
  },
  created_at: wall(9),
  updated_at: null
}

export const preview: ChannelPreview = {
  channel: "sms",
  is_approved: true,
  flaws: [],
  message_body: body,
  text: "Hi Ada",
  encoding: "GSM-7",
  units: 6,
  segments: 1,
  forces_unicode: [],
  prices: [{ country: "US", price: 0.0079 }]
}

export const webhook: Webhook = {
  id: "w1",
  display_name: "Orders",
  endpoint_url: "https://acme.example/hook",
  is_active: true,
  event_types: ["message", "contact"],
  consecutive_failures: 0,
  signing_secret: null,
  created_at: wall(9)
}

export const delivery: Delivery = {
  id: "d1",
  webhook_id: "w1",
  event_type: "message.delivered",
  event_data: { message_id: "m1" },
  delivery_status: "DELIVERED",
  delivery_attempts: 1,
  http_status_code: 204,
  error_message: null,
  created_at: wall(11, 30, 6),
  attempts: []
}
