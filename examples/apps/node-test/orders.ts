import type { Signalbox } from "signalbox"

/** An app that tells a customer of an order, once however often it is asked to. */
export const ship = async (box: Signalbox, account: string, order: string, phone: string): Promise<string> => {
  const message = { to: [phone], template: { name: "order_shipped" } }
  const sent = await box.as(account).messages.send(message, { idempotencyKey: `shipped-${order}` })
  return sent.recipients[0]!.message_id
}
