/**
 * The tools by their names, and the operation of the API or the call of the control that each of them is. What they take
 * and what they say of themselves the emulator tells.
 */

/** An operation is named by its id in the OpenAPI document, a call of the control by its method and path. */
export type Origin =
  | { readonly operation: string }
  | { readonly call: `${"GET" | "PUT" | "POST"} /emulator/${string}` }

export interface Entry {
  readonly name: string
  readonly title: string
  readonly origin: Origin
  /** True when it changes nothing. */
  readonly reads: boolean
}

const asks = (name: string, title: string, origin: Origin): Entry => ({ name, title, origin, reads: true })
const does = (name: string, title: string, origin: Origin): Entry => ({ name, title, origin, reads: false })

export const entries: ReadonlyArray<Entry> = [
  does("send_message", "Send a message", { operation: "messages.send" }),
  asks("wait_for_message", "Wait for a message", { call: "GET /emulator/messages" }),
  asks("get_message", "Read a message", { operation: "messages.get" }),
  asks("get_message_activities", "Read a message's line", { operation: "messages.activities" }),
  asks("explain_message", "Explain what would become of a message", { operation: "messages.explain" }),
  does("script_handset", "Script a handset", { call: "PUT /emulator/handsets/{phone}" }),
  asks("get_conversation", "Read a handset's conversation", { call: "GET /emulator/handsets/{phone}/conversation" }),
  does("write_from_handset", "Write from a handset", { call: "POST /emulator/inbound" }),
  asks("get_clock", "Read the clock", { call: "GET /emulator/clock" }),
  does("travel", "Travel in time", { call: "POST /emulator/clock" }),
  asks("list_templates", "List the templates", { operation: "templates.list" }),
  asks("preview_template", "Preview a template", { operation: "templates.preview" }),
  asks("preview_definition", "Preview a definition", { operation: "templates.preview_definition" })
]
