/**
 * The frameworks whose programs have Signalbox as a guest, and how each of them hands requests over before anybody has
 * read their bodies.
 */

export type HostFramework = "express" | "nest" | "fastify" | "next" | "hono"

const remedies: Readonly<Record<HostFramework, string>> = {
  express:
    "in Express, mount it before the body parsers: app.use(\"/messaging\", box.node), then app.use(express.json())",
  nest:
    "in Nest, mount it in main.ts before the application listens, app.use(\"/messaging\", box.node), or create the " +
    "application with { rawBody: true }",
  fastify: "in Fastify, mount it in a plugin of its own without parsers: scope.removeAllContentTypeParsers(), " +
    "scope.addContentTypeParser(\"*\", (_request, _body, done) => done(null))",
  next:
    "in Next, hand the request over before request.json() or request.text(), and in pages/api let the file export " +
    "config = { api: { bodyParser: false } }",
  hono: "in Hono, hand c.req.raw over before a middleware reads c.req.json() or c.req.text()"
}

/** The frameworks that hand over requests of Node. */
export const onNode: ReadonlyArray<HostFramework> = ["express", "nest", "fastify", "next"]

/** The frameworks that hand over requests of the web. */
export const onWeb: ReadonlyArray<HostFramework> = ["hono", "next"]

/** Returns those that may have made a request of the web: Next gives its own a property. */
export const ofWeb = (request: object): ReadonlyArray<HostFramework> => "nextUrl" in request ? ["next"] : onWeb

/** The log says this of a body that is not there any more. */
export const eaten = (frameworks: ReadonlyArray<HostFramework>): string =>
  "The body of a request was read before it came to Signalbox. Mount Signalbox before what reads bodies: " +
  `${frameworks.map((each) => remedies[each]).join("; ")}.`
