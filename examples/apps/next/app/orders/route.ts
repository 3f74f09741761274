import { box } from "../../lib/box"

export const POST = async (request: Request): Promise<Response> => {
  const { account, phone } = await request.json() as { readonly account: string; readonly phone: string }
  const { recipients } = await box().as(account).messages.send({ to: [phone], template: { name: "order_shipped" } })
  return Response.json({ message: recipients[0]?.message_id })
}
