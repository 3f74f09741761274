/**
 * Requests about channels and what they are answered.
 */
import type { Example } from "./Example.ts"

export const examples: Readonly<Record<string, Example>> = {
  "channels.get": {
    data: {
      customer_id: "b54eb65e-391f-42f7-b5a9-90998e351402",
      sms: [
        {
          country: "GB",
          number_type: "ALPHANUMERIC",
          sender_value: "ACME",
          status: "ACTIVE"
        }
      ],
      whatsapp: {
        waba_id: "102290129340398",
        phone_number_id: "106540352242922",
        solution_id: null,
        owner_business_id: null,
        status: "ACTIVE"
      },
      rcs: {
        id: "01a202f3-0765-7000-8598-859581cda61b",
        display_name: "Acme",
        description: "Offers and help from Acme",
        agent_use_case: "MULTI_USE",
        brand_name: "Acme",
        privacy_policy_url: "https://acme.example/privacy",
        terms_and_conditions_url: "https://acme.example/terms",
        website_url: "https://acme.example",
        logo_url: "https://acme.example/logo.png",
        banner_url: "https://acme.example/banner.png",
        brand_color: "#1A2b3C",
        brand_phone_number: "+12015550100",
        customer_support_phone_number: "+12015550101",
        brand_email: "hello@acme.example",
        customer_support_email: "help@acme.example",
        contact_name_and_title: "Ada Lovelace, CTO",
        company_ein: "12-3456789",
        entity_type: "PRIVATE_PROFIT",
        official_address: {
          street: "1 Main St",
          city: "Springfield",
          state: "IL",
          postal_code: "62701",
          country: "US"
        },
        brief_company_description: "Acme makes everything",
        opt_in_process_description: "Customers tick a box at the checkout",
        start_message: "Welcome to Acme",
        help_message: "Write to help@acme.example",
        stop_message: "You will get no more messages",
        sample_messages: [
          "Ten percent off until Sunday"
        ],
        status: "ACTIVE",
        created_at: "2026-11-22T11:10:11.301Z"
      }
    }
  },
  "markets.list": {
    data: [
      {
        country: "GB",
        number_type: "ALPHANUMERIC",
        sender_value: "ACME",
        status: "ACTIVE"
      }
    ]
  },
  "markets.create": {
    body: {
      country: "US",
      number_type: "10DLC",
      compliance: {
        brand: {
          legal_name: "Acme Inc",
          entity_type: "PRIVATE_PROFIT",
          tax_id: "12-3456789",
          country: "US",
          vertical: "RETAIL"
        },
        campaign: {
          use_case: "MARKETING",
          description: "Offers to customers who asked for them",
          message_flow: "Customers tick a box at the checkout",
          sample_messages: [
            "Ten percent off until Sunday. Reply STOP to end."
          ],
          optout_keywords: "STOP",
          help_keywords: "HELP"
        }
      }
    },
    data: {
      country: "US",
      number_type: "TEN_DLC",
      sender_value: null,
      status: "PENDING_REVIEW",
      reason_code: "CHANNEL_003",
      reason: "The registration is under review.",
      compliance: {
        brand: {
          legal_name: "Acme Inc",
          tax_id: "12-3456789",
          entity_type: "PRIVATE_PROFIT",
          country: "US",
          vertical: "RETAIL"
        },
        campaign: {
          use_case: "MARKETING",
          description: "Offers to customers who asked for them",
          message_flow: "Customers tick a box at the checkout",
          sample_messages: [
            "Ten percent off until Sunday. Reply STOP to end."
          ],
          optout_keywords: "STOP",
          help_keywords: "HELP"
        }
      }
    }
  },
  "markets.get": {
    data: {
      country: "US",
      number_type: "TEN_DLC",
      sender_value: "+12015550142",
      status: "INACTIVE",
      reason_code: "CHANNEL_009",
      reason: "The carrier has withdrawn the sender.",
      compliance: {
        brand: {
          legal_name: "Acme Inc",
          tax_id: "12-3456789",
          entity_type: "PRIVATE_PROFIT",
          country: "US",
          vertical: "RETAIL"
        },
        campaign: {
          use_case: "MARKETING",
          description: "Offers to customers who asked for them",
          message_flow: "Customers tick a box at the checkout",
          sample_messages: [
            "Ten percent off until Sunday. Reply STOP to end."
          ],
          optout_keywords: "STOP",
          help_keywords: "HELP"
        }
      }
    }
  },
  "markets.update": {
    body: {
      compliance: {
        campaign: {
          use_case: "MARKETING",
          description: "Offers to customers who asked for them",
          message_flow: "Customers tick a box at the checkout",
          sample_messages: [
            "Ten percent off until Sunday. Reply STOP to end."
          ],
          optout_keywords: "STOP",
          help_keywords: "HELP"
        }
      }
    },
    data: {
      country: "US",
      number_type: "TEN_DLC",
      sender_value: null,
      status: "PENDING_REVIEW",
      reason_code: "CHANNEL_003",
      reason: "The registration is under review.",
      compliance: {
        brand: {
          legal_name: "Acme Inc",
          tax_id: "12-3456789",
          entity_type: "PRIVATE_PROFIT",
          country: "US",
          vertical: "RETAIL"
        },
        campaign: {
          use_case: "MARKETING",
          description: "Offers to customers who asked for them",
          message_flow: "Customers tick a box at the checkout",
          sample_messages: [
            "Ten percent off until Sunday. Reply STOP to end."
          ],
          optout_keywords: "STOP",
          help_keywords: "HELP"
        }
      }
    }
  },
  "whatsapp.connect": {
    body: {
      waba_id: "102290129340398",
      phone_number_id: "106540352242922"
    },
    data: {
      waba_id: "102290129340398",
      phone_number_id: "106540352242922",
      solution_id: null,
      owner_business_id: null,
      status: "PROVISIONING",
      reason_code: "CHANNEL_011",
      reason: "The channel is being set up."
    }
  },
  "rcs.order": {
    body: {
      display_name: "Acme",
      description: "Offers and help from Acme",
      agent_use_case: "MULTI_USE",
      brand_name: "Acme",
      privacy_policy_url: "https://acme.example/privacy",
      terms_and_conditions_url: "https://acme.example/terms",
      website_url: "https://acme.example",
      logo_url: "https://acme.example/logo.png",
      banner_url: "https://acme.example/banner.png",
      brand_color: "#1A2b3C",
      brand_phone_number: "+12015550100",
      customer_support_phone_number: "+12015550101",
      brand_email: "hello@acme.example",
      customer_support_email: "help@acme.example",
      contact_name_and_title: "Ada Lovelace, CTO",
      company_ein: "12-3456789",
      entity_type: "PRIVATE_PROFIT",
      official_address: {
        street: "1 Main St",
        city: "Springfield",
        state: "IL",
        postal_code: "62701",
        country: "US"
      },
      brief_company_description: "Acme makes everything",
      opt_in_process_description: "Customers tick a box at the checkout",
      start_message: "Welcome to Acme",
      help_message: "Write to help@acme.example",
      stop_message: "You will get no more messages",
      sample_messages: [
        "Ten percent off until Sunday"
      ]
    },
    data: {
      id: "01a202f3-0765-7000-8598-859581cda61b",
      display_name: "Acme",
      description: "Offers and help from Acme",
      agent_use_case: "MULTI_USE",
      brand_name: "Acme",
      privacy_policy_url: "https://acme.example/privacy",
      terms_and_conditions_url: "https://acme.example/terms",
      website_url: "https://acme.example",
      logo_url: "https://acme.example/logo.png",
      banner_url: "https://acme.example/banner.png",
      brand_color: "#1A2b3C",
      brand_phone_number: "+12015550100",
      customer_support_phone_number: "+12015550101",
      brand_email: "hello@acme.example",
      customer_support_email: "help@acme.example",
      contact_name_and_title: "Ada Lovelace, CTO",
      company_ein: "12-3456789",
      entity_type: "PRIVATE_PROFIT",
      official_address: {
        street: "1 Main St",
        city: "Springfield",
        state: "IL",
        postal_code: "62701",
        country: "US"
      },
      brief_company_description: "Acme makes everything",
      opt_in_process_description: "Customers tick a box at the checkout",
      start_message: "Welcome to Acme",
      help_message: "Write to help@acme.example",
      stop_message: "You will get no more messages",
      sample_messages: [
        "Ten percent off until Sunday"
      ],
      status: "PROVISIONING",
      reason_code: "CHANNEL_011",
      reason: "The channel is being set up.",
      created_at: "2026-11-22T11:10:11.301Z"
    }
  },
  "requirements.get": {
    data: {
      channel: "sms",
      country: "SG",
      type: "ALPHANUMERIC",
      required: true,
      sender_id_pattern: null,
      requirements: [
        {
          key: "business_registration",
          label: "Business registration",
          description: "A certificate of the company's registration, not older than a year",
          type: "document",
          required: true,
          required_when: null,
          pattern: null,
          max_length: null,
          options: null,
          item_fields: null,
          accept: [
            "application/pdf"
          ]
        }
      ],
      setup: [
        {
          order: 1,
          method: "POST",
          path: "/v3/channels/sms",
          description:
            "Add the market with a form that has these parts beside the fields: business_registration, letter_of_authorization",
          body: {
            country: "SG",
            number_type: "ALPHANUMERIC",
            sender_value: null
          }
        }
      ]
    }
  }
}
