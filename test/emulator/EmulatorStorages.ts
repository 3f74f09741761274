/**
 * The storages on which the calls for pages run: PostgreSQL, where more can go wrong, and with MATRIX=whole, which is what
 * CI plays, memory as well. In memory the double's tests and those of the network go the same ways.
 */
export const storages: ReadonlyArray<"memory" | "PostgreSQL"> = process.env["MATRIX"] === "whole"
  ? ["memory", "PostgreSQL"]
  : ["PostgreSQL"]
