import type { FastifyInstance } from "fastify"
import Fastify from "fastify"
import { box } from "./box.ts"

/** Signalbox reads bodies by itself, so its plugin has none of Fastify's parsers. */
const messaging = async (scope: FastifyInstance): Promise<void> => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser("*", (_request, _body, done) => done(null))
  scope.all("/messaging/*", (request, reply) => {
    reply.hijack()
    box.node(Object.assign(request.raw, { ip: request.ip }), reply.raw)
  })
}

export const app = Fastify()
app.register(messaging)
app.addHook("onClose", () => box.close())
