/**
 * The v3 contract: which method and path lead to which operation, with the Schemas of both directions. OpenAPI and
 * typed clients are made from it.
 */
import { CreateWebhook } from "@signalbox/core/operation/CreateWebhook"
import { GetMe } from "@signalbox/core/operation/GetMe"
import { CancelMessage } from "@signalbox/core/operation/messages/CancelMessage"
import { GetActivities, GetMessage } from "@signalbox/core/operation/messages/GetMessage"
import { ResendMessage } from "@signalbox/core/operation/messages/ResendMessage"
import { SendMessage } from "@signalbox/core/operation/messages/SendMessage"
import { CreateTemplate } from "@signalbox/core/operation/templates/CreateTemplate"
import { DeleteTemplate } from "@signalbox/core/operation/templates/DeleteTemplate"
import { GetTemplate, ListTemplates } from "@signalbox/core/operation/templates/ReadTemplates"
import { UpdateTemplate } from "@signalbox/core/operation/templates/UpdateTemplate"
import { CreateUser } from "@signalbox/core/operation/users/CreateUser"
import { DeleteUser } from "@signalbox/core/operation/users/DeleteUser"
import { GetUser, ListUsers } from "@signalbox/core/operation/users/GetUser"
import { UpdateUser } from "@signalbox/core/operation/users/UpdateUser"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as Envelope from "./Envelope.ts"
import { profiles, senderProfiles } from "./ProfileGroups.ts"
import { Admission } from "./steps/Admission.ts"
import { Bound } from "./steps/Requirements.ts"

/** Ids are checked in step 9, with the rest of the parameters: here any text passes. */
const id = { id: Schema.String }

const messages = HttpApiGroup.make("messages").add(
  HttpApiEndpoint.post("send", "/v3/messages", {
    payload: SendMessage.body,
    success: Envelope.success(SendMessage.data).pipe(HttpApiSchema.status(202)),
    error: Envelope.Failure
  }).annotate(Bound, SendMessage),
  HttpApiEndpoint.get("get", "/v3/messages/:id", {
    params: id,
    success: Envelope.success(GetMessage.data),
    error: Envelope.Failure
  }).annotate(Bound, GetMessage),
  HttpApiEndpoint.get("activities", "/v3/messages/:id/activities", {
    params: id,
    success: Envelope.success(GetActivities.data),
    error: Envelope.Failure
  }).annotate(Bound, GetActivities),
  HttpApiEndpoint.post("cancel", "/v3/messages/:id/cancel", {
    params: id,
    payload: CancelMessage.body,
    success: Envelope.success(CancelMessage.data),
    error: Envelope.Failure
  }).annotate(Bound, CancelMessage),
  HttpApiEndpoint.post("resend", "/v3/messages/:id/resend", {
    params: id,
    payload: ResendMessage.body,
    success: Envelope.success(ResendMessage.data).pipe(HttpApiSchema.status(202)),
    error: Envelope.Failure
  }).annotate(Bound, ResendMessage)
)

const templates = HttpApiGroup.make("templates").add(
  HttpApiEndpoint.post("create", "/v3/templates", {
    payload: CreateTemplate.body,
    success: Envelope.success(CreateTemplate.data).pipe(HttpApiSchema.status(201)),
    error: Envelope.Failure
  }).annotate(Bound, CreateTemplate),
  HttpApiEndpoint.get("list", "/v3/templates", {
    success: Envelope.success(ListTemplates.data),
    error: Envelope.Failure
  }).annotate(Bound, ListTemplates),
  HttpApiEndpoint.get("get", "/v3/templates/:id", {
    params: id,
    success: Envelope.success(GetTemplate.data),
    error: Envelope.Failure
  }).annotate(Bound, GetTemplate),
  HttpApiEndpoint.put("update", "/v3/templates/:id", {
    params: id,
    payload: UpdateTemplate.body,
    success: Envelope.success(UpdateTemplate.data),
    error: Envelope.Failure
  }).annotate(Bound, UpdateTemplate),
  HttpApiEndpoint.delete("delete", "/v3/templates/:id", {
    params: id,
    success: HttpApiSchema.NoContent,
    error: Envelope.Failure
  }).annotate(Bound, DeleteTemplate)
)

const webhooks = HttpApiGroup.make("webhooks").add(
  HttpApiEndpoint.post("create", "/v3/webhooks", {
    payload: CreateWebhook.body,
    success: Envelope.success(CreateWebhook.data).pipe(HttpApiSchema.status(201)),
    error: Envelope.Failure
  }).annotate(Bound, CreateWebhook)
)

const userId = { userId: Schema.String }

const users = HttpApiGroup.make("users").add(
  HttpApiEndpoint.get("list", "/v3/users", {
    success: Envelope.success(ListUsers.data),
    error: Envelope.Failure
  }).annotate(Bound, ListUsers),
  HttpApiEndpoint.post("create", "/v3/users", {
    payload: CreateUser.body,
    success: Envelope.success(CreateUser.data).pipe(HttpApiSchema.status(201)),
    error: Envelope.Failure
  }).annotate(Bound, CreateUser),
  HttpApiEndpoint.get("get", "/v3/users/:userId", {
    params: userId,
    success: Envelope.success(GetUser.data),
    error: Envelope.Failure
  }).annotate(Bound, GetUser),
  HttpApiEndpoint.patch("update", "/v3/users/:userId", {
    params: userId,
    payload: UpdateUser.body,
    success: Envelope.success(UpdateUser.data),
    error: Envelope.Failure
  }).annotate(Bound, UpdateUser),
  HttpApiEndpoint.delete("delete", "/v3/users/:userId", {
    params: userId,
    success: HttpApiSchema.NoContent,
    error: Envelope.Failure
  }).annotate(Bound, DeleteUser)
)

const me = HttpApiGroup.make("me").add(
  HttpApiEndpoint.get("get", "/v3/me", {
    success: Envelope.success(GetMe.data),
    error: Envelope.Failure
  }).annotate(Bound, GetMe)
)

export class Api
  extends HttpApi.make("signalbox").add(messages, templates, webhooks, users, senderProfiles, profiles, me).middleware(
    Admission
  )
{}
