/**
 * The short name of a sender profile: the SMS sender id that its messages show (specification "Sender profile").
 */

/** 3 to 11 letters, digits and spaces, at least one of them a letter. */
const form = /^(?=.*[A-Za-z])[A-Za-z0-9 ]{3,11}$/

export const is = (text: string): boolean => form.test(text)

export const rule = "must have 3 to 11 letters, digits and spaces, at least one of them a letter"

/**
 * Returns the form in which short names are compared. Handsets and carriers may change case and blanks, so names that
 * differ only in these would look the same to a recipient.
 */
export const compared = (text: string): string => text.trim().replace(/ +/g, " ").toLowerCase()
