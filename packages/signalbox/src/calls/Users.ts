/**
 * The calls of users. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"

export interface User {
  readonly id: string
  readonly customer_id: string
  readonly email: string
  readonly name: string
  readonly role: "admin" | "billing" | "developer"
  readonly status: "invited" | "active" | "suspended" | "rejected"
  readonly invited_at: string | null
  readonly last_login_at: string | null
  readonly created_at: string
  readonly updated_at: string | null
}

export interface ListUsersResult {
  readonly users: ReadonlyArray<User>
}

export interface CreateUserBody {
  readonly email: string
  readonly name: string
  readonly role: "admin" | "billing" | "developer"
  readonly sandbox?: boolean | null
}

export interface UpdateUserBody {
  readonly role: "admin" | "billing" | "developer"
  readonly sandbox?: boolean | null
}

export interface DeleteUserBody {
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
