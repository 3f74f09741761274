import { start } from "../../../read"

let box

const handler = (request, response) => {
  box ??= start("/api/read")
  box.node(request, response)
}

export default handler
