export * as EgressGuard from "./EgressGuard.ts"
export * as HttpMediaProbe from "./HttpMediaProbe.ts"
export * as HttpWebhookSender from "./HttpWebhookSender.ts"
export * as Resolver from "./Resolver.ts"
