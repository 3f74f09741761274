/**
 * The path of one user.
 */
import * as Schema from "effect/Schema"
import { UserId } from "../value/Id.ts"

export const UserPath = Schema.Struct({ userId: UserId })
export type UserPath = typeof UserPath.Type
