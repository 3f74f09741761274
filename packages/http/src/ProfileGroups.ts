/**
 * The part of the contract that is about profiles: sender profiles, and the deprecated profiles over the same accounts.
 */
import { CompleteProfile } from "@signalbox/core/operation/profiles/CompleteProfile"
import { CreateProfile } from "@signalbox/core/operation/profiles/CreateProfile"
import { CreateSenderProfile } from "@signalbox/core/operation/profiles/CreateSenderProfile"
import { DeleteProfile, DeleteSenderProfile } from "@signalbox/core/operation/profiles/DeleteProfile"
import { GetProfile, ListProfiles } from "@signalbox/core/operation/profiles/ReadProfiles"
import { GetSenderProfile, ListSenderProfiles } from "@signalbox/core/operation/profiles/ReadSenderProfiles"
import { UpdateProfile } from "@signalbox/core/operation/profiles/UpdateProfile"
import { UpdateSenderProfile } from "@signalbox/core/operation/profiles/UpdateSenderProfile"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import * as Envelope from "./Envelope.ts"
import { Bound } from "./steps/Requirements.ts"

/** Ids are checked in step 9, with the rest of the parameters: here any text passes. */
const id = { id: Schema.String }
const profileId = { profileId: Schema.String }

/** Checked in step 9 too: so one that is given twice passes here. */
const text = Schema.optionalKey(Schema.Union([Schema.String, Schema.Array(Schema.String)]))
const page = { page: text, page_size: text }

export const senderProfiles = HttpApiGroup.make("senderProfiles").add(
  HttpApiEndpoint.post("create", "/v3/sender-profiles", {
    payload: CreateSenderProfile.body,
    success: Envelope.success(CreateSenderProfile.data).pipe(HttpApiSchema.status(201)),
    error: Envelope.Failure
  }).annotate(Bound, CreateSenderProfile),
  HttpApiEndpoint.get("list", "/v3/sender-profiles", {
    query: page,
    success: Envelope.success(ListSenderProfiles.data),
    error: Envelope.Failure
  }).annotate(Bound, ListSenderProfiles),
  HttpApiEndpoint.get("get", "/v3/sender-profiles/:id", {
    params: id,
    success: Envelope.success(GetSenderProfile.data),
    error: Envelope.Failure
  }).annotate(Bound, GetSenderProfile),
  HttpApiEndpoint.patch("update", "/v3/sender-profiles/:id", {
    params: id,
    payload: UpdateSenderProfile.body,
    success: Envelope.success(UpdateSenderProfile.data),
    error: Envelope.Failure
  }).annotate(Bound, UpdateSenderProfile),
  HttpApiEndpoint.delete("delete", "/v3/sender-profiles/:id", {
    params: id,
    success: HttpApiSchema.NoContent,
    error: Envelope.Failure
  }).annotate(Bound, DeleteSenderProfile)
)

export const profiles = HttpApiGroup.make("profiles").add(
  HttpApiEndpoint.post("create", "/v3/profiles", {
    payload: CreateProfile.body,
    success: Envelope.success(CreateProfile.data).pipe(HttpApiSchema.status(201)),
    error: Envelope.Failure
  }).annotate(Bound, CreateProfile),
  HttpApiEndpoint.get("list", "/v3/profiles", {
    success: Envelope.success(ListProfiles.data),
    error: Envelope.Failure
  }).annotate(Bound, ListProfiles),
  HttpApiEndpoint.get("get", "/v3/profiles/:profileId", {
    params: profileId,
    success: Envelope.success(GetProfile.data),
    error: Envelope.Failure
  }).annotate(Bound, GetProfile),
  HttpApiEndpoint.patch("update", "/v3/profiles/:profileId", {
    params: profileId,
    payload: UpdateProfile.body,
    success: Envelope.success(UpdateProfile.data),
    error: Envelope.Failure
  }).annotate(Bound, UpdateProfile),
  HttpApiEndpoint.delete("delete", "/v3/profiles/:profileId", {
    params: profileId,
    success: HttpApiSchema.NoContent,
    error: Envelope.Failure
  }).annotate(Bound, DeleteProfile),
  HttpApiEndpoint.post("complete", "/v3/profiles/:profileId/complete", {
    params: profileId,
    payload: CompleteProfile.body,
    success: [
      Envelope.success(CompleteProfile.data).pipe(HttpApiSchema.status(202)),
      Envelope.success(CompleteProfile.data)
    ],
    error: Envelope.Failure
  }).annotate(Bound, CompleteProfile)
).annotateEndpoints(OpenApi.Deprecated, true)
