import { box } from "../../../lib/box"

const handler = (request: Request): Promise<Response> => box().fetch(request)

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT }
