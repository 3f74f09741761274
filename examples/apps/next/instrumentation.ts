export const register = async (): Promise<void> => {
  if (process.env["NEXT_RUNTIME"] === "nodejs") (await import("./lib/box")).box()
}
