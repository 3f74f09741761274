/**
 * One step of the script from which the examples of the OpenAPI document are recorded.
 */
import type { OperationName } from "@signalbox/core/Catalogue"
import type { JsonObject } from "@signalbox/core/Json"
import type { Double } from "@signalbox/emulator/Double"

/**
 * A request of an operation, which becomes its example with what it is answered. A text such as
 * `<webhooks.create/id>` stands for what an earlier answer said there, and `<conversation of contacts.list/contacts/0/id>`
 * for the conversation with that contact, whose id no answer says.
 */
export interface Ask {
  readonly ask: OperationName
  /** The values of the path's parameters, in their order. */
  readonly at?: ReadonlyArray<string>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: JsonObject
  /** By what name later steps know its answer when it is no example, but only leads to one. */
  readonly as?: string
}

/** A call of the emulator's control: what carriers, reviewers, handsets and the operator do. */
export interface Control {
  readonly control: Parameters<Double["control"]>
}

/** A look at a handset: the code that it was sent last is known to later steps as `<name/code>`. */
export interface CodeRead {
  readonly codeOn: string
  readonly as: string
}

export type Step = Ask | Control | CodeRead
