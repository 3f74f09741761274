/**
 * The rules of the catalogue that no test names, each with the reason.
 */
export const uncovered: Readonly<Record<string, string>> = {
  "CHN-016": [
    "It binds whoever orders an RCS agent: the service never asks for the pictures (that is CHN-017), so nothing that it",
    "does depends on whether they could be fetched."
  ].join(" ")
}
