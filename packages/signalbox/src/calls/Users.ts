/**
 * The calls of users. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"

export interface User {
  /** The id of the resource. */
  readonly id: string
  /** The account to which the user has access. */
  readonly customer_id: string
  /** The address at which the user is invited, and by which roles are checked. */
  readonly email: string
  /** The name of the user. */
  readonly name: string
  /** What the user may do: admin, billing or developer. */
  readonly role: "admin" | "billing" | "developer"
  /** Whether the user is invited, active, suspended or rejected. */
  readonly status: "invited" | "active" | "suspended" | "rejected"
  /** When the invitation was sent, which expires after 7 days. */
  readonly invited_at: string | null
  /** When the user was last seen; null when never. */
  readonly last_login_at: string | null
  /** When it was made. */
  readonly created_at: string
  /** When it was changed last; null when it never was. */
  readonly updated_at: string | null
}

export interface ListUsersResult {
  /** The users of the account, the first ones first. */
  readonly users: ReadonlyArray<User>
}

export interface CreateUserBody {
  /** The address of the person who is invited. */
  readonly email: string
  /** The name of the person who is invited. */
  readonly name: string
  /** What the user may do: admin, billing or developer. */
  readonly role: "admin" | "billing" | "developer"
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface UpdateUserBody {
  /** What the user may do: admin, billing or developer. */
  readonly role: "admin" | "billing" | "developer"
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface DeleteUserBody {
  /** With the JSON boolean true the request is checked and answered with generated ids, and nothing is stored or sent. */
  readonly sandbox?: boolean | null
}

export interface UsersCalls {
  /** List the users, the first ones first: `GET /v3/users`. */
  readonly list: (options?: CallOptions) => Promise<ListUsersResult>

  /** Invite a user: `POST /v3/users`. */
  readonly create: (body: CreateUserBody, options?: CallOptions) => Promise<User>

  /** Read a user: `GET /v3/users/:userId`. */
  readonly get: (userId: string, options?: CallOptions) => Promise<User>

  /** Give a user another role: `PATCH /v3/users/:userId`. */
  readonly update: (userId: string, body: UpdateUserBody, options?: CallOptions) => Promise<User>

  /** Remove a user: `DELETE /v3/users/:userId`. */
  readonly delete: (userId: string, body?: DeleteUserBody, options?: CallOptions) => Promise<void>
}
