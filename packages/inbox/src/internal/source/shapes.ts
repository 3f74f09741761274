/**
 * The parts of answers that the views read. Fields that nobody shows are left out.
 */

export type ChannelName = "sms" | "whatsapp" | "rcs" | "mms"
export const channels: ReadonlyArray<ChannelName> = ["sms", "whatsapp", "rcs", "mms"]

export interface Button {
  readonly type: string
  readonly text: string | null
  readonly value?: string | null
}

export interface HeaderMedia {
  readonly type: string
  readonly url: string
}

export interface MessageBody {
  readonly header: string | null
  readonly content: string
  readonly footer: string | null
  readonly buttons: ReadonlyArray<Button> | null
  readonly headerMedia: HeaderMedia | null
  readonly media: ReadonlyArray<{ readonly url: string }> | null
  readonly subject: string | null
}

export interface Message {
  readonly id: string
  readonly contact_id: string
  readonly phone: string
  readonly phone_international: string
  readonly region_code: string
  readonly template_id: string | null
  readonly template_name: string | null
  readonly template_revision?: number
  readonly channel: string
  readonly message_body: MessageBody | null
  readonly status: string
  readonly direction: "OUTBOUND" | "INBOUND"
  readonly created_at: string
  readonly price: number | null
  readonly reason?: string
  readonly reason_code?: string
  readonly scheduled_at?: string
}

export interface Pagination {
  readonly page: number
  readonly total_count: number
  readonly has_more: boolean
}

export interface Messages {
  readonly messages: ReadonlyArray<Message>
  readonly pagination: Pagination
}

/** A step of a handset's script: what its next submission does. */
export interface Step {
  readonly channel?: string | null
  readonly carrier?: string | null
  readonly submit?: "accept" | "hang" | { readonly refuse: string }
  readonly receipts?: ReadonlyArray<"delivered" | "read" | { readonly failed: string }>
  readonly delay_ms?: number
}

export interface Handset {
  readonly phone: string
  readonly account: string | null
  readonly last_at: string
  readonly count: number
  readonly next: ReadonlyArray<Step>
}

/** A message as the phone shows it. `out` is what the service has sent, `in` what the person wrote. */
export interface Bubble {
  readonly direction: "in" | "out"
  readonly account: string
  readonly message_id: string
  readonly channel: string
  readonly from: string | null
  readonly to: string | null
  readonly header: string | null
  readonly header_media: HeaderMedia | null
  readonly body: string | null
  readonly footer: string | null
  readonly buttons: ReadonlyArray<Button>
  readonly media: ReadonlyArray<string>
  readonly subject: string | null
  readonly at: string
  readonly status: string | null
  readonly segments: number | null
  readonly price: number | string | null
  readonly read_at: string | null
}

export interface Contact {
  readonly id: string
  readonly phone_number: string
  readonly format_international: string
  readonly region_code: string
  readonly available_channels: string
  readonly default_channel: string
  readonly opt_out: boolean
  readonly created_at: string
  readonly updated_at: string | null
  readonly consent?: unknown
}

export interface Clock {
  readonly now: string
  readonly offset_ms: number
  readonly idle: boolean
  readonly next?: { readonly name: string; readonly at: string } | null
}

export interface Template {
  readonly id: string
  readonly name: string
  readonly category: string
  readonly language: string
  readonly status: string
  readonly channels: ReadonlyArray<string>
  readonly definition: Definition
  readonly auto_reply_action?: string
  readonly created_at: string
  readonly updated_at: string | null
}

export interface Variable {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly props: { readonly variableType?: string; readonly sample?: string }
}

export interface Text {
  readonly type?: string
  readonly template: string
  readonly variables?: ReadonlyArray<Variable>
}

export interface TemplateButton {
  readonly id: number
  readonly type: string
  readonly props: Readonly<Record<string, unknown>> & { readonly text: string }
}

export interface Definition {
  readonly header?: Text & { readonly type: string }
  readonly body: Partial<Record<"multiChannel" | ChannelName, Text>>
  readonly footer?: Text & { readonly type: string }
  readonly buttons?: ReadonlyArray<TemplateButton>
  readonly definitionVersion?: string
}

export interface Flaw {
  readonly field: string
  readonly code: string
  readonly message: string
}

export interface ChannelPreview {
  readonly channel: string
  readonly is_approved: boolean | null
  readonly flaws: ReadonlyArray<Flaw>
  readonly message_body: MessageBody | null
  readonly text: string | null
  readonly encoding: "GSM-7" | "UCS-2" | null
  readonly units: number | null
  readonly segments: number | null
  readonly forces_unicode: ReadonlyArray<
    { readonly index: number; readonly character: string; readonly code_point: string; readonly name: string | null }
  >
  readonly prices: ReadonlyArray<{ readonly country: string; readonly price: number | null }>
}

export interface Preview {
  readonly flaws: ReadonlyArray<Flaw>
  readonly channels: ReadonlyArray<ChannelPreview>
}
