/**
 * An account makes the calls of the HTTP API in this process, with the same names of fields, the same rules and the
 * same errors. There are no rate limits.
 */
import type { Calls } from "./calls/Calls.ts"
import type { Message, MessagesCalls } from "./calls/Messages.ts"
import type { ExportQuery, ExportResult, PrivacyCalls } from "./calls/Privacy.ts"
import type { CreateTemplateBody, Template, TemplatesCalls } from "./calls/Templates.ts"

export interface SettledOptions {
  /** In milliseconds: 30 seconds unless given. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

export interface Messages extends MessagesCalls {
  /**
   * Waits until nothing more is to be expected of a message: it was delivered, has failed, was filtered or cancelled.
   * Rejects with INTERNAL_004 when that takes longer than `timeoutMs`.
   */
  readonly settled: (id: string, options?: SettledOptions) => Promise<Message>
}

export interface EnsureDefinition extends Omit<CreateTemplateBody, "sandbox" | "submit_for_review"> {
  readonly name: string
}

export interface EnsureText extends Omit<EnsureDefinition, "definition"> {
  /** One text for all channels. Each name between double braces is a variable of it, such as in `"Hello {{name}}"`. */
  readonly text: string
}

export type EnsureTemplateBody = EnsureDefinition | EnsureText

/** The name of the template says which one is meant, so it takes no idempotency key. */
export interface EnsureOptions {
  /** For how long to wait for the review, in milliseconds: 5 seconds unless given, 0 for not at all. */
  readonly reviewedWithinMs?: number
}

export interface Templates extends TemplatesCalls {
  /**
   * Creates the template of this name and submits it for review, unless it exists; one that exists with another
   * definition is changed to the given one. It waits a while for the review; `status` tells how it ended.
   */
  readonly ensure: (template: EnsureTemplateBody, options?: EnsureOptions) => Promise<Template>
}

export interface Privacy extends PrivacyCalls {
  /** Every record of `export`, page after page. */
  readonly records: (query?: Omit<ExportQuery, "after">) => AsyncIterable<ExportResult["records"][number]>
}

export interface Account extends Omit<Calls, "messages" | "privacy" | "templates"> {
  readonly messages: Messages
  readonly privacy: Privacy
  readonly templates: Templates
}

/**
 * The caller is an account that the host trusts, or whoever shows a key, as one of its profiles if that is named. A key
 * that is tied to addresses needs `ip`, the address of whoever shows it.
 */
export type Caller = string | { readonly apiKey: string; readonly profile?: string; readonly ip?: string }
