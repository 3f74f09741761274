/**
 * E-mail addresses: which texts are one, and when two are the same (decisions part 6).
 */
/** Something, an `@`, and a name with a dot. Whether mail arrives there only mail can tell. */
const form = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

export const is = (text: string): boolean => form.test(text.trim())

/** The form in which addresses are compared: without space around it, and without regard to case. */
export const compared = (email: string): string => email.trim().toLowerCase()

/** Whether both are there and the same. Whoever has no address is nobody. */
export const same = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && compared(one) !== "" && compared(one) === compared(other)
