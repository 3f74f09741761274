/**
 * Values of template variables that can never be sent: VALIDATION_008 at the request (specification "Errors").
 */
import type { Violation } from "../catalogue/Violation.ts"
import type { Requested } from "../value/Channel.ts"
import type { Definition } from "./Definition.ts"
import { variables } from "./Definition.ts"
import type { Parameters } from "./Renderer.ts"
import { valueOf } from "./Renderer.ts"

export const check = (
  definition: Definition,
  parameters: Parameters,
  channels: ReadonlyArray<Requested>
): ReadonlyArray<Violation> =>
  variables(definition).flatMap((variable, _, declared) => {
    const value = valueOf(variable, declared, parameters)
    if (value === undefined) return []
    const wrong = (message: string): ReadonlyArray<Violation> => [
      { field: `template.parameters.${variable.name}`, code: "VALIDATION_008", message }
    ]
    if (/[\r\n\t]/.test(value)) return wrong("must not contain a newline, a carriage return or a tab")
    if (/ {5}/.test(value)) return wrong("must not contain more than 4 consecutive spaces")
    if (value.trim() === "" && channels.includes("whatsapp")) return wrong("must not be blank on whatsapp")
    return []
  })
