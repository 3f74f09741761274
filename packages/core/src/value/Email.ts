/**
 * E-mail addresses: their form, and when two are the same (decisions part 6).
 */
/** A local part, an `@`, and a domain with a dot. Only sending mail could tell whether it arrives. */
const form = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

export const is = (text: string): boolean => form.test(text.trim())

/** Returns the form in which addresses are compared: without surrounding space, in lower case. */
export const compared = (email: string): string => email.trim().toLowerCase()

/** Returns whether both addresses are present and the same. A missing address equals none. */
export const same = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && compared(one) !== "" && compared(one) === compared(other)
