/**
 * The names of characters that get into texts unseen and make an SMS longer: what word processors, keyboards and web
 * pages write in the place of plain ones. Unicode names 150,000 characters; these are the ones that people ask about.
 */
const names: Readonly<Record<string, string>> = {
  "\t": "CHARACTER TABULATION",
  "`": "GRAVE ACCENT",
  "\u00a0": "NO-BREAK SPACE",
  "\u00a9": "COPYRIGHT SIGN",
  "\u00ab": "LEFT-POINTING DOUBLE ANGLE QUOTATION MARK",
  "\u00ad": "SOFT HYPHEN",
  "\u00ae": "REGISTERED SIGN",
  "\u00b0": "DEGREE SIGN",
  "\u00b4": "ACUTE ACCENT",
  "\u00b7": "MIDDLE DOT",
  "\u00bb": "RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK",
  "\u00bd": "VULGAR FRACTION ONE HALF",
  "\u00c1": "LATIN CAPITAL LETTER A WITH ACUTE",
  "\u00e1": "LATIN SMALL LETTER A WITH ACUTE",
  "\u00e2": "LATIN SMALL LETTER A WITH CIRCUMFLEX",
  "\u00e3": "LATIN SMALL LETTER A WITH TILDE",
  "\u00e7": "LATIN SMALL LETTER C WITH CEDILLA",
  "\u00ea": "LATIN SMALL LETTER E WITH CIRCUMFLEX",
  "\u00ed": "LATIN SMALL LETTER I WITH ACUTE",
  "\u00ee": "LATIN SMALL LETTER I WITH CIRCUMFLEX",
  "\u00f3": "LATIN SMALL LETTER O WITH ACUTE",
  "\u00f4": "LATIN SMALL LETTER O WITH CIRCUMFLEX",
  "\u00f5": "LATIN SMALL LETTER O WITH TILDE",
  "\u00fa": "LATIN SMALL LETTER U WITH ACUTE",
  "\u0301": "COMBINING ACUTE ACCENT",
  "\u2009": "THIN SPACE",
  "\u200b": "ZERO WIDTH SPACE",
  "\u200c": "ZERO WIDTH NON-JOINER",
  "\u200d": "ZERO WIDTH JOINER",
  "\u200e": "LEFT-TO-RIGHT MARK",
  "\u200f": "RIGHT-TO-LEFT MARK",
  "\u2010": "HYPHEN",
  "\u2011": "NON-BREAKING HYPHEN",
  "\u2012": "FIGURE DASH",
  "\u2013": "EN DASH",
  "\u2014": "EM DASH",
  "\u2018": "LEFT SINGLE QUOTATION MARK",
  "\u2019": "RIGHT SINGLE QUOTATION MARK",
  "\u201a": "SINGLE LOW-9 QUOTATION MARK",
  "\u201c": "LEFT DOUBLE QUOTATION MARK",
  "\u201d": "RIGHT DOUBLE QUOTATION MARK",
  "\u201e": "DOUBLE LOW-9 QUOTATION MARK",
  "\u2022": "BULLET",
  "\u2026": "HORIZONTAL ELLIPSIS",
  "\u2028": "LINE SEPARATOR",
  "\u2029": "PARAGRAPH SEPARATOR",
  "\u202f": "NARROW NO-BREAK SPACE",
  "\u2032": "PRIME",
  "\u2060": "WORD JOINER",
  "\u2122": "TRADE MARK SIGN",
  "\u2190": "LEFTWARDS ARROW",
  "\u2192": "RIGHTWARDS ARROW",
  "\u2212": "MINUS SIGN",
  "\u2713": "CHECK MARK",
  "\ufe0f": "VARIATION SELECTOR-16",
  "\ufeff": "ZERO WIDTH NO-BREAK SPACE"
}

/** Returns the name that Unicode gives the character, or null when the table has none. */
export const of = (character: string): string | null => Object.hasOwn(names, character) ? names[character]! : null

/** Returns the code point as Unicode writes it, such as U+2019. */
export const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`
