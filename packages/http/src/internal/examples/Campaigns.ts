/**
 * Requests about campaigns and what they are answered.
 */
import type { Example } from "./Example.ts"

export const examples: Readonly<Record<string, Example>> = {
  "campaigns.create": {
    body: {
      campaign: {
        name: "Customer Notifications",
        description: "Appointment reminders",
        type: "App",
        useCases: [
          {
            messagingUseCaseUs: "ACCOUNT_NOTIFICATION",
            sampleMessages: [
              "Hi {name}, see you tomorrow."
            ]
          }
        ],
        volume: "1500",
        optinKeywords: "YES, START",
        optinMessage: "Welcome",
        optoutKeywords: "STOP",
        optoutMessage: "Bye",
        helpKeywords: "HELP",
        helpMessage: "Write to us",
        privacyPolicyLink: "https://acme.example/privacy",
        termsAndConditionsLink: "https://acme.example/terms"
      }
    },
    data: {
      id: "01a202f2-fa05-7000-be01-5533f8eaede6",
      customerId: "01a202f2-fa00-7000-8724-2382c7f5238a",
      brandId: "01a202f2-fa00-7001-8232-1585c3e84d31",
      name: "Customer Notifications",
      description: "Appointment reminders",
      type: "App",
      status: "SENT_CREATED",
      sharingStatus: null,
      tcrCampaignId: null,
      submittedToTCR: false,
      submittedAt: null,
      billedDate: null,
      cost: null,
      tcrSyncError: null,
      dcaElectionsComplete: null,
      dcaElectionsCompletedAt: null,
      hasSubmissionTransaction: false,
      volume: "1500",
      messageFlow: null,
      optinKeywords: "YES, START",
      optinMessage: "Welcome",
      optoutKeywords: "STOP",
      optoutMessage: "Bye",
      helpKeywords: "HELP",
      helpMessage: "Write to us",
      privacyPolicyLink: "https://acme.example/privacy",
      termsAndConditionsLink: "https://acme.example/terms",
      useCases: [
        {
          id: "01a202f2-fa05-7001-b9dc-c49e2ab7b1cf",
          campaignId: "01a202f2-fa05-7000-be01-5533f8eaede6",
          customerId: "01a202f2-fa00-7000-8724-2382c7f5238a",
          messagingUseCaseUs: "ACCOUNT_NOTIFICATION",
          sampleMessages: [
            "Hi {name}, see you tomorrow."
          ],
          createdAt: "2026-11-22T11:10:07.877Z",
          updatedAt: null
        }
      ],
      createdAt: "2026-11-22T11:10:07.877Z",
      updatedAt: null
    }
  },
  "campaigns.list": {
    data: [
      {
        id: "01a202f2-fa05-7000-be01-5533f8eaede6",
        customerId: "01a202f2-fa00-7000-8724-2382c7f5238a",
        brandId: "01a202f2-fa00-7001-8232-1585c3e84d31",
        name: "Customer Notifications",
        description: "Appointment reminders",
        type: "App",
        status: "SENT_CREATED",
        sharingStatus: null,
        tcrCampaignId: null,
        submittedToTCR: false,
        submittedAt: null,
        billedDate: null,
        cost: null,
        tcrSyncError: null,
        dcaElectionsComplete: null,
        dcaElectionsCompletedAt: null,
        hasSubmissionTransaction: false,
        volume: "1500",
        messageFlow: null,
        optinKeywords: "YES, START",
        optinMessage: "Welcome",
        optoutKeywords: "STOP",
        optoutMessage: "Bye",
        helpKeywords: "HELP",
        helpMessage: "Write to us",
        privacyPolicyLink: "https://acme.example/privacy",
        termsAndConditionsLink: "https://acme.example/terms",
        useCases: [
          {
            id: "01a202f2-fa05-7001-b9dc-c49e2ab7b1cf",
            campaignId: "01a202f2-fa05-7000-be01-5533f8eaede6",
            customerId: "01a202f2-fa00-7000-8724-2382c7f5238a",
            messagingUseCaseUs: "ACCOUNT_NOTIFICATION",
            sampleMessages: [
              "Hi {name}, see you tomorrow."
            ],
            createdAt: "2026-11-22T11:10:07.877Z",
            updatedAt: null
          }
        ],
        createdAt: "2026-11-22T11:10:07.877Z",
        updatedAt: null
      }
    ]
  },
  "campaigns.update": {
    body: {
      campaign: {
        name: "Two",
        description: "Other",
        type: "App",
        useCases: [
          {
            messagingUseCaseUs: "ACCOUNT_NOTIFICATION",
            sampleMessages: [
              "Hi {name}, see you tomorrow."
            ]
          }
        ]
      }
    },
    data: {
      id: "01a202f2-fa05-7000-be01-5533f8eaede6",
      customerId: "01a202f2-fa00-7000-8724-2382c7f5238a",
      brandId: "01a202f2-fa00-7001-8232-1585c3e84d31",
      name: "Two",
      description: "Other",
      type: "App",
      status: "SENT_CREATED",
      sharingStatus: null,
      tcrCampaignId: null,
      submittedToTCR: false,
      submittedAt: null,
      billedDate: null,
      cost: null,
      tcrSyncError: null,
      dcaElectionsComplete: null,
      dcaElectionsCompletedAt: null,
      hasSubmissionTransaction: false,
      volume: null,
      messageFlow: null,
      optinKeywords: null,
      optinMessage: null,
      optoutKeywords: null,
      optoutMessage: null,
      helpKeywords: null,
      helpMessage: null,
      privacyPolicyLink: null,
      termsAndConditionsLink: null,
      useCases: [
        {
          id: "01a202f2-fa40-7000-96d6-882134b49794",
          campaignId: "01a202f2-fa05-7000-be01-5533f8eaede6",
          customerId: "01a202f2-fa00-7000-8724-2382c7f5238a",
          messagingUseCaseUs: "ACCOUNT_NOTIFICATION",
          sampleMessages: [
            "Hi {name}, see you tomorrow."
          ],
          createdAt: "2026-11-22T11:10:07.877Z",
          updatedAt: "2026-11-22T11:10:07.936Z"
        }
      ],
      createdAt: "2026-11-22T11:10:07.877Z",
      updatedAt: "2026-11-22T11:10:07.936Z"
    }
  }
}
