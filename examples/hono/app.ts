import { getConnInfo } from "@hono/node-server/conninfo"
import { Hono } from "hono"
import { box } from "./box.ts"

export const app = new Hono()
app.all("/messaging/*", (context) => box.fetch(context.req.raw, { ip: getConnInfo(context).remote.address }))
