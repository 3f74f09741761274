/**
 * Requests about messages and what they are answered.
 */
import type { Example } from "./Example.ts"

export const examples: Readonly<Record<string, Example>> = {
  "messages.send": {
    body: {
      to: [
        "+12015550001"
      ],
      template: {
        name: "hello",
        parameters: {
          name: "Ada",
          order: "1815"
        }
      },
      channel: [
        "sms"
      ]
    },
    data: {
      status: "QUEUED",
      template_id: "01a202f5-4052-7000-81dd-41ab3905a49d",
      template_name: "hello",
      recipients: [
        {
          message_id: "01a202f5-4068-7001-9eb9-39d7f580f6b3",
          to: "+12015550001",
          channel: "sms",
          body: "Hello Ada"
        }
      ]
    }
  },
  "messages.get": {
    data: {
      id: "01a202f5-6814-7001-af98-cd923dd525bb",
      customer_id: "5efbb017-a69a-48fe-bf95-68d5a58f2108",
      contact_id: "01a202f5-6814-7000-bcac-3d5d8b96641a",
      phone: "+12015550001",
      phone_international: "+1 201-555-0001",
      region_code: "US",
      template_id: "01a202f5-6202-7000-864b-c00e38f980ca",
      template_name: "hello_order_is_ready",
      template_category: "UTILITY",
      channel: "rcs",
      message_body: {
        header: null,
        content: "Hello Ada, order 1815 is ready.",
        footer: null,
        buttons: [
          {
            type: "QUICK_REPLY",
            value: "STOP",
            text: "STOP",
            postbackData: "STOP"
          }
        ],
        headerMedia: null,
        media: null,
        subject: null
      },
      status: "SENT",
      direction: "OUTBOUND",
      created_at: "2026-11-22T11:12:47.124Z",
      price: 0.01,
      active_contact_price: 0.001,
      events: [
        {
          status: "QUEUED",
          timestamp: "2026-11-22T11:12:47.124Z",
          description: "accepted"
        }
      ]
    }
  },
  "messages.activities": {
    data: {
      message_id: "01a202f5-2ad9-7001-9245-ebbee99d464f",
      activities: [
        {
          status: "BLOCKED",
          description: "The balance is insufficient.",
          timestamp: "2026-11-22T11:12:31.453Z",
          from: null,
          price: null,
          active_contact_price: null,
          reason_code: "BUSINESS_003",
          reason: "The balance is insufficient."
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
  "messages.cancel": {
    data: {
      id: "01a202f5-52fa-7000-ae8c-2aa3cda19f83",
      customer_id: "92aa9079-1903-46fe-b8a3-618527eca92d",
      contact_id: "01a202f5-4f24-7000-a694-3df164767590",
      phone: "+12015550001",
      phone_international: "+1 201-555-0001",
      region_code: "US",
      template_id: "01a202f5-4f0b-7000-966a-9fae16f8bb52",
      template_name: "hello_order_is_ready",
      template_category: "UTILITY",
      channel: "auto",
      message_body: null,
      status: "CANCELLED",
      direction: "OUTBOUND",
      created_at: "2026-11-22T11:12:41.722Z",
      price: null,
      active_contact_price: null,
      scheduled_at: "2026-11-22T12:12:41.720Z",
      events: [
        {
          status: "SCHEDULED",
          timestamp: "2026-11-22T11:12:41.722Z",
          description: "held until its time"
        }
      ]
    }
  },
  "messages.resend": {
    data: {
      status: "QUEUED",
      template_id: "01a202f5-4ad0-7000-a120-404f2c39e12e",
      template_name: "hello_order_is_ready",
      recipients: [
        {
          message_id: "01a202f5-4ae4-7001-9ca3-624feb727d97",
          to: "+12015550001",
          channel: "sms",
          body: "Hello Ada, order 1815 is ready."
        }
      ]
    }
  },
  "conversations.list": {
    data: {
      messages: [
        {
          id: "01a202f5-73e3-701f-9f3b-95f16f8a51ca",
          customer_id: "d15c36c4-cb1a-4392-a695-58774e0f75bd",
          contact_id: "01a202f5-73e3-701e-9a64-b987fb65409e",
          phone: "+12015550016",
          phone_international: "+1 201-555-0016",
          region_code: "US",
          template_id: "01a202f5-7366-7000-a17e-61ec9356eb1c",
          template_name: "hello_order_is_ready",
          template_category: "UTILITY",
          channel: "sms",
          message_body: {
            header: null,
            content: "Hello Ada, order 1815 is ready.",
            footer: null,
            buttons: null,
            headerMedia: null,
            media: null,
            subject: null
          },
          status: "DELIVERED",
          direction: "OUTBOUND",
          created_at: "2026-11-22T11:12:50.147Z",
          price: 0.0079,
          active_contact_price: 0.001,
          events: null
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
  "conversations.get": {
    data: {
      messages: [
        {
          id: "01a202f5-6fd8-7001-a3fe-e92b1b6931a3",
          customer_id: "18a15907-d355-45bc-8e1b-24e377c455cc",
          contact_id: "01a202f5-6fd8-7000-9600-8fae429b0a5a",
          phone: "+12015550002",
          phone_international: "+1 201-555-0002",
          region_code: "US",
          template_id: "01a202f5-6f82-7000-9daf-acffc8a202b1",
          template_name: "hello_order_is_ready",
          template_category: "UTILITY",
          channel: "sms",
          message_body: {
            header: null,
            content: "Hello Ada, order 1815 is ready.",
            footer: null,
            buttons: null,
            headerMedia: null,
            media: null,
            subject: null
          },
          status: "DELIVERED",
          direction: "OUTBOUND",
          created_at: "2026-11-22T11:12:49.112Z",
          price: 0.0079,
          active_contact_price: 0.001,
          events: null
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
  "numbers.lookup": {
    data: {
      phone_number: "+445612345678",
      country_code: "GB",
      is_valid: true,
      carrier_name: null,
      line_type: "voip",
      is_ported: null,
      is_voip: true,
      mobile_country_code: null,
      mobile_network_code: null
    }
  },
  "calls.list": {
    data: {
      calls: [],
      pagination: {
        page: 1,
        page_size: 20,
        total_count: 0,
        total_pages: 0,
        has_more: false,
        cursors: null
      }
    }
  },
  "voice.telemetry": {
    body: {
      call: "call_1",
      jitter_ms: [
        3
      ],
      device: {
        os: "ios",
        muted: false
      }
    }
  }
}
