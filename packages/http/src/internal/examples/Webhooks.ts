/**
 * Requests about webhooks and what they are answered.
 */
import type { Example } from "./Example.ts"

export const examples: Readonly<Record<string, Example>> = {
  "webhooks.create": {
    body: {
      display_name: "Orders",
      endpoint_url: "https://example.com/webhooks/signalbox",
      event_types: [
        "channel"
      ],
      sender_profile: {
        event_types: [
          "message"
        ],
        event_filters: {
          message: [
            "delivered"
          ]
        }
      },
      retry_count: 5,
      timeout_seconds: 60
    },
    data: {
      id: "01a202f5-145c-7000-921c-53d7a84e2c4c",
      customer_id: "7ecea1aa-03e4-4743-be90-6e6b445c6b70",
      display_name: "Orders",
      endpoint_url: "https://example.com/webhooks/signalbox",
      signing_secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
      is_active: true,
      event_types: [
        "channel"
      ],
      event_filters: null,
      retry_count: 5,
      timeout_seconds: 60,
      last_delivery_attempt_at: null,
      last_successful_delivery_at: null,
      consecutive_failures: 0,
      created_at: "2026-11-22T11:12:25.693Z",
      updated_at: null
    }
  },
  "webhooks.list": {
    data: {
      webhooks: [
        {
          id: "809d2d6c-5961-5ea9-8192-71189afb6f75",
          customer_id: "f5565e26-024a-4b41-93d8-b203c7fbd044",
          display_name: "Orders",
          endpoint_url: "https://example.com/webhooks/signalbox",
          signing_secret: null,
          is_active: true,
          event_types: [
            "message"
          ],
          event_filters: {
            message: [
              "delivered"
            ]
          },
          retry_count: 1,
          timeout_seconds: 30,
          last_delivery_attempt_at: null,
          last_successful_delivery_at: null,
          consecutive_failures: 0,
          created_at: "2026-11-22T11:12:25.937Z",
          updated_at: "2026-11-22T11:12:25.948Z"
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
  "webhooks.get": {
    data: {
      id: "01a202f5-118e-7000-bfcc-2462bce10378",
      customer_id: "a1a9369c-78b6-4754-af92-805d1d3eb787",
      display_name: "Orders",
      endpoint_url: "https://example.com/webhooks/signalbox",
      signing_secret: null,
      is_active: false,
      event_types: [
        "channel"
      ],
      event_filters: null,
      retry_count: 3,
      timeout_seconds: 30,
      last_delivery_attempt_at: "2026-11-22T11:12:24.985Z",
      last_successful_delivery_at: "2026-11-22T11:12:24.985Z",
      consecutive_failures: 0,
      created_at: "2026-11-22T11:12:24.974Z",
      updated_at: "2026-11-22T11:12:24.978Z"
    }
  },
  "webhooks.update": {
    body: {
      display_name: "Orders",
      endpoint_url: "https://example.com/webhooks/signalbox",
      event_types: [
        "contact"
      ],
      retry_count: 1,
      timeout_seconds: 5,
      event_filters: {
        contact: [
          "help"
        ]
      },
      is_active: false
    },
    data: {
      id: "01a202f5-0f96-7000-a9a4-0728781d7945",
      customer_id: "bb684369-d9c3-4e8d-be7d-9264470b8c8f",
      display_name: "Orders",
      endpoint_url: "https://example.com/webhooks/signalbox",
      signing_secret: null,
      is_active: true,
      event_types: [
        "contact"
      ],
      event_filters: {
        contact: [
          "help"
        ]
      },
      retry_count: 1,
      timeout_seconds: 5,
      last_delivery_attempt_at: null,
      last_successful_delivery_at: null,
      consecutive_failures: 0,
      created_at: "2026-11-22T11:12:24.471Z",
      updated_at: "2026-11-22T11:12:24.495Z"
    }
  },
  "webhooks.toggle": {
    body: {
      is_active: false
    },
    data: {
      id: "d4ccbead-2ab4-5aa5-a9fd-240d01e62cce",
      customer_id: "8cb21df2-eaca-4e33-b19d-704b3c11f3bd",
      display_name: "Orders",
      endpoint_url: "https://example.com/webhooks/signalbox",
      signing_secret: null,
      is_active: false,
      event_types: [
        "message"
      ],
      event_filters: {
        message: [
          "delivered"
        ]
      },
      retry_count: 3,
      timeout_seconds: 30,
      last_delivery_attempt_at: null,
      last_successful_delivery_at: null,
      consecutive_failures: 0,
      created_at: "2026-11-22T11:12:26.028Z",
      updated_at: "2026-11-22T11:12:26.036Z"
    }
  },
  "webhooks.rotate_secret": {
    data: {
      signing_secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    }
  },
  "webhooks.test": {
    body: {
      event_type: "templates"
    },
    data: {
      success: true,
      message: "HTTP status 204"
    }
  },
  "webhooks.events": {
    data: {
      events: [
        {
          id: "01a202f5-1196-7d6a-a957-b03b1b07c82b",
          webhook_id: "01a202f5-118e-7000-bfcc-2462bce10378",
          customer_id: "a1a9369c-78b6-4754-af92-805d1d3eb787",
          event_type: "message.delivered",
          event_data: {
            field: "message",
            event: "message.delivered",
            timestamp: "2026-11-22T11:12:24Z",
            payload: {
              updated_at: "2026-11-22T11:12:24Z",
              account_id: "a1a9369c-78b6-4754-af92-805d1d3eb787",
              message_id: "177f8d1b-90a9-4ede-af62-35ca4f6b2d96",
              template_id: "2cb2f31a-8ae1-467a-86fd-7085e1ba6807",
              template_name: "sample_template",
              outbound_number: "+15550000000",
              message_status: "DELIVERED",
              channel: "sms",
              body: "This is a test."
            }
          },
          delivery_status: "DELIVERED",
          delivery_attempts: 1,
          http_status_code: 204,
          response_body: "",
          error_message: null,
          created_at: "2026-11-22T11:12:24.982Z",
          processing_started_at: "2026-11-22T11:12:24.982Z",
          processing_completed_at: "2026-11-22T11:12:24.985Z",
          attempts: [
            {
              attempt: 1,
              started_at: "2026-11-22T11:12:24.982Z",
              duration_ms: 3,
              http_status_code: 204,
              response_body: "",
              error_message: null
            }
          ]
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
  }
}
