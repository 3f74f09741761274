/**
 * A carrier of RCS: the platform of Google.
 *
 * @beta
 */
export * as AccessToken from "./AccessToken.ts"
export * as Answer from "./Answer.ts"
export * as Capabilities from "./Capabilities.ts"
export * as Content from "./Content.ts"
export * as Event from "./Event.ts"
export * as Options from "./Options.ts"
export * as Platform from "./Platform.ts"
export * as Rcs from "./Rcs.ts"
export { rcs } from "./Rcs.ts"
export * as ServiceAccount from "./ServiceAccount.ts"
export * as Webhook from "./Webhook.ts"
