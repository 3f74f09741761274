/** Signalbox in a controller of Nest, behind its parsers. */
import { All, Controller, Module, Next, Req, Res } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { carrier, createSignalbox, memory } from "signalbox"

const submit = ({ attempt }) => attempt
const callback = ({ body }) => ({ response: { status: 200, body: new TextDecoder().decode(body) } })
const sms = carrier({ id: "console", channels: ["sms"], submit, callback })
const box = createSignalbox({ storage: memory(), carriers: [sms] })

class Messaging {
  handle(request, response, next) {
    box.node(request, response, next)
  }
}
const method = Object.getOwnPropertyDescriptor(Messaging.prototype, "handle")
All("carriers/:id")(Messaging.prototype, "handle", method)
for (const [place, parameter] of [Req, Res, Next].entries()) parameter()(Messaging.prototype, "handle", place)
Controller("messaging")(Messaging)

const AppModule = function() {}
Module({ controllers: [Messaging] })(AppModule)

const ask = async (options) => {
  const app = await NestFactory.create(AppModule, { logger: ["error"], ...options })
  await app.listen(0, "127.0.0.1")
  const answer = await fetch(`${await app.getUrl()}/messaging/carriers/console`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{\"delivered\" : true}"
  })
  const text = await answer.text()
  await app.close()
  return { status: answer.status, text }
}
console.log((await ask({})).status)
// The remedy, where a controller is wanted: Nest keeps the bytes.
const kept = await ask({ rawBody: true })
if (kept.status !== 200 || kept.text !== "{\"delivered\" : true}") throw new Error(`With rawBody: ${kept.status}`)
await box.close()
