/**
 * The whole HTTP side as one Layer for a router. Mounts turn it into a server, a handler or a fetch function.
 */
import type { Mint } from "@signalbox/core/commit/Mint"
import { CreateWebhook } from "@signalbox/core/operation/CreateWebhook"
import { GetMe } from "@signalbox/core/operation/GetMe"
import { CancelMessage } from "@signalbox/core/operation/messages/CancelMessage"
import { GetActivities, GetMessage } from "@signalbox/core/operation/messages/GetMessage"
import { ResendMessage } from "@signalbox/core/operation/messages/ResendMessage"
import { SendMessage } from "@signalbox/core/operation/messages/SendMessage"
import type { Operations } from "@signalbox/core/operation/Operations"
import { CompleteProfile } from "@signalbox/core/operation/profiles/CompleteProfile"
import { CreateProfile } from "@signalbox/core/operation/profiles/CreateProfile"
import { CreateSenderProfile } from "@signalbox/core/operation/profiles/CreateSenderProfile"
import { DeleteProfile, DeleteSenderProfile } from "@signalbox/core/operation/profiles/DeleteProfile"
import { GetProfile, ListProfiles } from "@signalbox/core/operation/profiles/ReadProfiles"
import { GetSenderProfile, ListSenderProfiles } from "@signalbox/core/operation/profiles/ReadSenderProfiles"
import { UpdateProfile } from "@signalbox/core/operation/profiles/UpdateProfile"
import { UpdateSenderProfile } from "@signalbox/core/operation/profiles/UpdateSenderProfile"
import { CreateTemplate } from "@signalbox/core/operation/templates/CreateTemplate"
import { DeleteTemplate } from "@signalbox/core/operation/templates/DeleteTemplate"
import { GetTemplate, ListTemplates } from "@signalbox/core/operation/templates/ReadTemplates"
import { UpdateTemplate } from "@signalbox/core/operation/templates/UpdateTemplate"
import { CreateUser } from "@signalbox/core/operation/users/CreateUser"
import { DeleteUser } from "@signalbox/core/operation/users/DeleteUser"
import { GetUser, ListUsers } from "@signalbox/core/operation/users/GetUser"
import { UpdateUser } from "@signalbox/core/operation/users/UpdateUser"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { Api } from "./Api.ts"
import * as Runner from "./Runner.ts"
import * as Admission from "./steps/Admission.ts"
import * as Surroundings from "./Surroundings.ts"

const handlers = Layer.mergeAll(
  HttpApiBuilder.group(Api, "messages", (group) =>
    group
      .handleRaw("send", Runner.handle(SendMessage))
      .handleRaw("get", Runner.handle(GetMessage))
      .handleRaw("activities", Runner.handle(GetActivities))
      .handleRaw("cancel", Runner.handle(CancelMessage))
      .handleRaw("resend", Runner.handle(ResendMessage))),
  HttpApiBuilder.group(Api, "templates", (group) =>
    group
      .handleRaw("create", Runner.handle(CreateTemplate))
      .handleRaw("list", Runner.handle(ListTemplates))
      .handleRaw("get", Runner.handle(GetTemplate))
      .handleRaw("update", Runner.handle(UpdateTemplate))
      .handleRaw("delete", Runner.handle(DeleteTemplate))),
  HttpApiBuilder.group(Api, "webhooks", (group) => group.handleRaw("create", Runner.handle(CreateWebhook))),
  HttpApiBuilder.group(Api, "users", (group) =>
    group
      .handleRaw("list", Runner.handle(ListUsers))
      .handleRaw("create", Runner.handle(CreateUser))
      .handleRaw("get", Runner.handle(GetUser))
      .handleRaw("update", Runner.handle(UpdateUser))
      .handleRaw("delete", Runner.handle(DeleteUser))),
  HttpApiBuilder.group(Api, "senderProfiles", (group) =>
    group
      .handleRaw("create", Runner.handle(CreateSenderProfile))
      .handleRaw("list", Runner.handle(ListSenderProfiles))
      .handleRaw("get", Runner.handle(GetSenderProfile))
      .handleRaw("update", Runner.handle(UpdateSenderProfile))
      .handleRaw("delete", Runner.handle(DeleteSenderProfile))),
  HttpApiBuilder.group(Api, "profiles", (group) =>
    group
      .handleRaw("create", Runner.handle(CreateProfile))
      .handleRaw("list", Runner.handle(ListProfiles))
      .handleRaw("get", Runner.handle(GetProfile))
      .handleRaw("update", Runner.handle(UpdateProfile))
      .handleRaw("delete", Runner.handle(DeleteProfile))
      .handleRaw("complete", Runner.handle(CompleteProfile))),
  HttpApiBuilder.group(Api, "me", (group) => group.handleRaw("get", Runner.handle(GetMe)))
)

/** Paths match exactly: in case, in slashes, and with ids of any length, so that step 9 can answer. */
export const routerConfig = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  maxParamLength: 4096
} as const

/** What the HTTP side asks of whoever mounts it: the running service. */
export type Service = Operations | Mint | Admission.Gatekeepers

export const layer = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(
    Layer.provide(handlers.pipe(Layer.provide(Admission.layer))),
    Layer.provide(HttpServer.layerServices)
  ),
  Surroundings.layer
)
