/**
 * Requests about profiles and what they are answered.
 */
import type { Example } from "./Example.ts"

export const examples: Readonly<Record<string, Example>> = {
  "sender_profiles.create": {
    body: {
      name: "Sales",
      short_name: "SALES",
      billing: {
        inherit: true
      },
      channels: {
        whatsapp: {
          inherit: true
        }
      }
    },
    data: {
      id: "01a202f2-eaca-7000-bfd6-5994dc75c4e6",
      organization_id: "24a2cc1b-9bd2-4d1e-b6f9-a62822456558",
      name: "Sales",
      short_name: "SALES",
      description: null,
      billing: {
        inherit: true
      },
      channels: {
        sms: [],
        whatsapp: null,
        rcs: null
      },
      created_at: "2026-11-22T11:10:03.978Z",
      updated_at: "2026-11-22T11:10:03.993Z"
    }
  },
  "sender_profiles.list": {
    data: {
      sender_profiles: [
        {
          id: "01a202f2-eaca-7000-bfd6-5994dc75c4e6",
          organization_id: "24a2cc1b-9bd2-4d1e-b6f9-a62822456558",
          name: "Sales",
          short_name: "SALES",
          description: null,
          billing: {
            inherit: true
          },
          channels: {
            sms: [],
            whatsapp: null,
            rcs: null
          },
          created_at: "2026-11-22T11:10:03.978Z",
          updated_at: "2026-11-22T11:10:03.993Z"
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
  "sender_profiles.get": {
    data: {
      id: "01a202f2-eaca-7000-bfd6-5994dc75c4e6",
      organization_id: "24a2cc1b-9bd2-4d1e-b6f9-a62822456558",
      name: "Sales",
      short_name: "SALES",
      description: null,
      billing: {
        inherit: true
      },
      channels: {
        sms: [],
        whatsapp: null,
        rcs: null
      },
      created_at: "2026-11-22T11:10:03.978Z",
      updated_at: "2026-11-22T11:10:03.993Z"
    }
  },
  "sender_profiles.update": {
    body: {
      description: "News of offers"
    },
    data: {
      id: "01a202f2-eaca-7000-bfd6-5994dc75c4e6",
      organization_id: "24a2cc1b-9bd2-4d1e-b6f9-a62822456558",
      name: "Sales",
      short_name: "SALES",
      description: null,
      billing: {
        inherit: true
      },
      channels: {
        sms: [],
        whatsapp: null,
        rcs: null
      },
      created_at: "2026-11-22T11:10:03.978Z",
      updated_at: "2026-11-22T11:10:03.993Z"
    }
  },
  "profiles.create": {
    body: {
      name: "Sales",
      short_name: "SALES",
      billing_model: "organization"
    },
    data: {
      id: "1ab8913b-f2fd-4d30-a2b2-969072fd485c",
      organization_id: "8aef1fec-3472-485c-aeb0-9158e1ccff4b",
      name: "Sales",
      email: "ada@example.com",
      icon: null,
      description: null,
      short_name: "SALES",
      status: "approved",
      created_at: "2026-11-22T11:09:58.530Z",
      updated_at: null,
      allow_contact_sharing: false,
      allow_template_sharing: false,
      inherit_contacts: false,
      inherit_templates: false,
      inherit_tcr_brand: false,
      inherit_tcr_campaign: false,
      billing_model: "profile",
      billing_contact: null,
      sending_phone_number: null,
      sending_phone_number_profile_id: null,
      sending_whatsapp_number_profile_id: null,
      whatsapp_phone_number: null,
      allow_number_change_during_onboarding: null,
      waba_id: null,
      brand: null
    }
  },
  "profiles.list": {
    data: {
      profiles: [
        {
          id: "1ab8913b-f2fd-4d30-a2b2-969072fd485c",
          organization_id: "8aef1fec-3472-485c-aeb0-9158e1ccff4b",
          name: "Sales",
          email: "ada@example.com",
          icon: null,
          description: null,
          short_name: "SALES",
          status: "approved",
          created_at: "2026-11-22T11:09:58.530Z",
          updated_at: null,
          allow_contact_sharing: false,
          allow_template_sharing: false,
          inherit_contacts: false,
          inherit_templates: false,
          inherit_tcr_brand: false,
          inherit_tcr_campaign: false,
          billing_model: "profile",
          billing_contact: null,
          sending_phone_number: null,
          sending_phone_number_profile_id: null,
          sending_whatsapp_number_profile_id: null,
          whatsapp_phone_number: null,
          allow_number_change_during_onboarding: null,
          waba_id: null,
          brand: null
        }
      ]
    }
  },
  "profiles.get": {
    data: {
      id: "1ab8913b-f2fd-4d30-a2b2-969072fd485c",
      organization_id: "8aef1fec-3472-485c-aeb0-9158e1ccff4b",
      name: "Sales",
      email: "ada@example.com",
      icon: null,
      description: null,
      short_name: "SALES",
      status: "approved",
      created_at: "2026-11-22T11:09:58.530Z",
      updated_at: null,
      allow_contact_sharing: false,
      allow_template_sharing: false,
      inherit_contacts: false,
      inherit_templates: false,
      inherit_tcr_brand: false,
      inherit_tcr_campaign: false,
      billing_model: "profile",
      billing_contact: null,
      sending_phone_number: null,
      sending_phone_number_profile_id: null,
      sending_whatsapp_number_profile_id: null,
      whatsapp_phone_number: null,
      allow_number_change_during_onboarding: null,
      waba_id: null,
      brand: null
    }
  },
  "profiles.update": {
    body: {
      description: "News of offers"
    },
    data: {
      id: "1ab8913b-f2fd-4d30-a2b2-969072fd485c",
      organization_id: "8aef1fec-3472-485c-aeb0-9158e1ccff4b",
      name: "Sales",
      email: "ada@example.com",
      icon: null,
      description: null,
      short_name: "SALES",
      status: "approved",
      created_at: "2026-11-22T11:09:58.530Z",
      updated_at: null,
      allow_contact_sharing: false,
      allow_template_sharing: false,
      inherit_contacts: false,
      inherit_templates: false,
      inherit_tcr_brand: false,
      inherit_tcr_campaign: false,
      billing_model: "profile",
      billing_contact: null,
      sending_phone_number: null,
      sending_phone_number_profile_id: null,
      sending_whatsapp_number_profile_id: null,
      whatsapp_phone_number: null,
      allow_number_change_during_onboarding: null,
      waba_id: null,
      brand: null
    }
  },
  "profiles.complete": {
    body: {
      webHookUrl: "https://example.com/webhooks/signalbox"
    },
    data: {
      status: "completed",
      message: "The profile is complete"
    }
  }
}
