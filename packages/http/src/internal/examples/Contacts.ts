/**
 * Requests about contacts and what they are answered.
 */
import type { Example } from "./Example.ts"

export const examples: Readonly<Record<string, Example>> = {
  "contacts.create": {
    body: {
      phone_number: "+12015550120"
    },
    data: {
      id: "01a202f4-993b-7000-96cf-fdf3359e4a38",
      customer_id: "42dc7470-ce3d-4812-bd42-4230433e235c",
      phone_number: "+12015550120",
      format_e164: "+12015550120",
      format_international: "+1 201-555-0120",
      format_national: "(201) 555-0120",
      format_rfc: "tel:+1-201-555-0120",
      country_code: "1",
      region_code: "US",
      available_channels: "sms",
      default_channel: "sms",
      opt_out: true,
      is_inherited: false,
      created_at: "2026-11-22T11:11:54.171Z",
      updated_at: "2026-11-22T11:11:54.178Z"
    }
  },
  "contacts.list": {
    data: {
      contacts: [
        {
          id: "01a202f5-6947-7000-bbed-44f1056f3250",
          customer_id: "e9b3156f-fb5f-4314-881e-ea821e55145c",
          phone_number: "+12015550001",
          format_e164: "+12015550001",
          format_international: "+1 201-555-0001",
          format_national: "(201) 555-0001",
          format_rfc: "tel:+1-201-555-0001",
          country_code: "1",
          region_code: "US",
          available_channels: "sms,whatsapp,rcs,mms",
          default_channel: "sms",
          opt_out: true,
          is_inherited: true,
          created_at: "2026-11-22T11:12:47.431Z",
          updated_at: "2026-11-22T11:12:47.432Z"
        }
      ],
      pagination: {
        page: 1,
        page_size: 20,
        total_count: 1,
        total_pages: 1,
        has_more: false,
        cursors: null
      }
    }
  },
  "contacts.get": {
    data: {
      id: "01a202f4-993b-7000-96cf-fdf3359e4a38",
      customer_id: "42dc7470-ce3d-4812-bd42-4230433e235c",
      phone_number: "+12015550120",
      format_e164: "+12015550120",
      format_international: "+1 201-555-0120",
      format_national: "(201) 555-0120",
      format_rfc: "tel:+1-201-555-0120",
      country_code: "1",
      region_code: "US",
      available_channels: "sms",
      default_channel: "sms",
      opt_out: true,
      is_inherited: false,
      created_at: "2026-11-22T11:11:54.171Z",
      updated_at: "2026-11-22T11:11:54.178Z"
    }
  },
  "contacts.update": {
    body: {
      opt_out: true,
      default_channel: "whatsapp"
    },
    data: {
      id: "01a202f4-9f43-7000-9311-b585728d92b9",
      customer_id: "42dc7470-ce3d-4812-bd42-4230433e235c",
      phone_number: "+12015550131",
      format_e164: "+12015550131",
      format_international: "+1 201-555-0131",
      format_national: "(201) 555-0131",
      format_rfc: "tel:+1-201-555-0131",
      country_code: "1",
      region_code: "US",
      available_channels: "sms",
      default_channel: "whatsapp",
      opt_out: true,
      is_inherited: false,
      created_at: "2026-11-22T11:11:55.715Z",
      updated_at: "2026-11-22T11:11:55.791Z"
    }
  }
}
