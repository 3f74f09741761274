/**
 * Tests of the control send by this through the API of a service in this process.
 */
import type { Double } from "@signalbox/emulator/Double"

type Data = Readonly<Record<string, unknown>>

export const api = async (
  { apiKey, fetch }: Pick<Double, "apiKey" | "fetch">,
  method: string,
  path: string,
  body?: object
): Promise<Data> => {
  const answer = await fetch(`/v3${path}`, {
    method,
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return (await answer.json() as { readonly data: Data }).data
}

/** Sends the seed's template by SMS, and returns the id of the message once all that is due has happened. */
export const send = async (double: Double, to: string, more: object = {}): Promise<string> => {
  const template = { name: "hello_welcome_to_signalbox", parameters: { name: "1234" } }
  const { recipients } = await api(double, "POST", "/messages", { to: [to], channel: ["sms"], template, ...more })
  await double.advance(0)
  return (recipients as ReadonlyArray<{ readonly message_id: string }>)[0]!.message_id
}
