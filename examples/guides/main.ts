/**
 * Runs the samples of the guides one after the other. What each prints is compared with its page by
 * `test/docs/Guides.test.ts`.
 */
process.env["PORT"] = "0"
process.env["SECRET_KEYS"] ??= `example:${Buffer.alloc(32, "an example").toString("base64")}`
if (process.env["DATABASE_URL"] === undefined) throw new Error("Set DATABASE_URL to a PostgreSQL database.")

await import("./template.ts")
await import("./definition.ts")
await import("./translations.ts")
await import("./fallback.ts")
await import("./rules.ts")
await import("./explain.ts")
await import("./optOut.ts")
await import("./purposes.ts")
await import("./quietHours.ts")
await import("./protection.ts")
await import("./verification.ts")
await import("./verify.ts")
await import("./tenants.ts")
await import("./double.ts")
await import("./idempotency.ts")
await import("./errors.ts")
await import("./keys.ts")
await import("./cells.ts")
await import("./cellSizing.ts")
await import("./production.ts")
console.log("The samples of the guides ran to their end.")
