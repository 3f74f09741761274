/**
 * Requests about people and what they are answered.
 */
import type { Example } from "./Example.ts"

export const examples: Readonly<Record<string, Example>> = {
  "users.list": {
    data: {
      users: [
        {
          id: "01a202f2-dbb8-7003-9b10-be8879cd764b",
          customer_id: "b7d0a980-f40a-4090-a00e-eebc90644128",
          email: "ada@example.com",
          name: "Ada",
          role: "billing",
          status: "invited",
          invited_at: "2026-11-22T11:10:00.129Z",
          last_login_at: null,
          created_at: "2026-11-22T11:10:00.120Z",
          updated_at: "2026-11-22T11:10:00.129Z"
        }
      ]
    }
  },
  "users.create": {
    body: {
      email: "ada@example.com",
      name: "Ada",
      role: "billing"
    },
    data: {
      id: "01a202f2-dbb8-7003-9b10-be8879cd764b",
      customer_id: "b7d0a980-f40a-4090-a00e-eebc90644128",
      email: "ada@example.com",
      name: "Ada",
      role: "billing",
      status: "invited",
      invited_at: "2026-11-22T11:10:00.129Z",
      last_login_at: null,
      created_at: "2026-11-22T11:10:00.120Z",
      updated_at: "2026-11-22T11:10:00.129Z"
    }
  },
  "users.get": {
    data: {
      id: "01a202f2-dbb8-7003-9b10-be8879cd764b",
      customer_id: "b7d0a980-f40a-4090-a00e-eebc90644128",
      email: "ada@example.com",
      name: "Ada",
      role: "billing",
      status: "invited",
      invited_at: "2026-11-22T11:10:00.129Z",
      last_login_at: null,
      created_at: "2026-11-22T11:10:00.120Z",
      updated_at: "2026-11-22T11:10:00.129Z"
    }
  },
  "users.update": {
    body: {
      role: "admin"
    },
    data: {
      id: "01a202f2-ddbd-7000-9547-9223b3242a43",
      customer_id: "073fb00f-02ae-46bb-89da-70c2405783e4",
      email: "ada@example.com",
      name: "Ada",
      role: "admin",
      status: "invited",
      invited_at: "2026-11-22T11:10:00.637Z",
      last_login_at: null,
      created_at: "2026-11-22T11:10:00.637Z",
      updated_at: "2026-11-22T11:10:00.651Z"
    }
  },
  "me.get": {
    data: {
      id: "2d2a7d7b-e4b1-4591-b5c5-1e98113f8055",
      type: "organization",
      name: "Acme",
      email: "ada@example.com",
      icon: null,
      description: null,
      created_at: "2026-11-22T11:12:39.993Z",
      organization_id: null,
      short_name: null,
      status: null,
      settings: null,
      profiles: [
        {
          id: "02821299-0bbf-43fe-a9bb-c35aa6dc4093",
          name: "Acme",
          icon: null,
          description: null,
          short_name: "SALES",
          role: "owner",
          status: "approved",
          created_at: "2026-11-22T11:12:39.993Z",
          settings: {
            allow_contact_sharing: false,
            allow_template_sharing: false,
            inherit_contacts: false,
            inherit_templates: false,
            inherit_tcr_brand: false,
            inherit_tcr_campaign: false,
            billing_model: "profile"
          }
        }
      ],
      channels: {
        sms: {
          configured: true,
          phone_number: "+19572352324"
        },
        whatsapp: {
          configured: true,
          phone_number: "+19572352324",
          business_name: null
        },
        rcs: {
          configured: true,
          phone_number: "+19572352324"
        }
      }
    }
  }
}
