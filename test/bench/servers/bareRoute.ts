/**
 * The baseline on memory: one HttpApi route that decodes a send and encodes its answer, and does nothing else.
 */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { SendMessage } from "@signalbox/core/internal/accept/SendMessage"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { createServer } from "node:http"

const api = HttpApi.make("bare").add(
  HttpApiGroup.make("messages").add(
    HttpApiEndpoint.post("send", "/v3/messages", {
      payload: SendMessage.body,
      success: SendMessage.data.pipe(HttpApiSchema.status(202))
    })
  )
)

const phone = (to: (typeof SendMessage.body.Type)["to"][number]) => typeof to === "string" ? to : to.phone_number

const handlers = HttpApiBuilder.group(api, "messages", (group) =>
  group.handle("send", ({ payload }) =>
    Effect.succeed({
      status: "QUEUED" as const,
      template_id: null,
      template_name: payload.template?.name ?? null,
      recipients: payload.to.map((to) => ({ message_id: "none", to: phone(to), channel: "sms", body: null }))
    })))

const announce = Layer.effectDiscard(
  Effect.flatMap(
    HttpServer.HttpServer,
    ({ address }) => Console.log(`listening http://127.0.0.1:${"port" in address ? address.port : 0}`)
  )
)

NodeRuntime.runMain(Layer.launch(
  announce.pipe(
    Layer.provideMerge(HttpRouter.serve(HttpApiBuilder.layer(api).pipe(Layer.provide(handlers)), {
      disableLogger: true,
      disableListenLog: true
    })),
    Layer.provide(NodeHttpServer.layer(() => createServer(), { port: 0, host: "127.0.0.1" }))
  )
))
