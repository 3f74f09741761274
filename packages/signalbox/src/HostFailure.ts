/**
 * A function of the host's that has thrown, or rejected: one of a carrier, the review, a listener, or a console's.
 */
import type { EventName } from "./Events.ts"

export type HostFailure =
  & {
    /** The error itself. It may quote what was sent, and credentials, which the log leaves out. */
    readonly error: unknown
  }
  & (
    /** `submit` of a carrier: nobody knows whether the message of this attempt was sent. */
    | { readonly where: "carrier.submit"; readonly carrier: string; readonly attempt: string }
    /** `callback` of a carrier: it was answered with 500. */
    | { readonly where: "carrier.callback"; readonly carrier: string }
    /** `review` of this template: it is asked again. */
    | { readonly where: "review"; readonly template: string }
    /** A function that was given to `on`. */
    | { readonly where: "listener"; readonly event: EventName }
    /** `authorize` of a console: the request was answered with 500. */
    | { readonly where: "console.authorize" }
  )
