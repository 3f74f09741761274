import * as Matrix from "../http/Matrix.ts"

/** The storages of an emulator of its own. In memory the double's tests and those of the network go the same ways. */
export const storages = Matrix.storages(["memory", "PostgreSQL"] as const)
