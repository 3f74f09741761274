export * as EgressGuard from "./EgressGuard.ts"
export * as HttpWebhookSender from "./HttpWebhookSender.ts"
