import { start } from "../../../read"

let box

export const POST = async (request) => {
  box ??= start("/read")
  await request.json()
  return box.fetch(request)
}
