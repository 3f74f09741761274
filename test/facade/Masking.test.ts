/**
 * A text that may stand in a log: `***` stands for what was told, in whatever form it is quoted, and for whatever looks
 * like a secret or like somebody's data; all else stays.
 */
import { masked } from "signalbox/internal/masking"
import { describe, expect, it } from "vitest"

/** A name before the host that is longer than those of e-mail addresses. */
const long = "a".repeat(100)

describe("a text of which nothing was told", () => {
  it.each([
    ["the key whsec_AbC+/9= is wrong", "the key *** is wrong"],
    // Keys are UUIDs of version 4, and rows have version 7.
    [
      "a key 0A1B2C3D-4E5F-4, and its row 0190abcd-abcd-7bcd-8bcd-abcdefabcdef",
      "a key ***, and its row 0190abcd-abcd-7bcd-8bcd-abcdefabcdef"
    ],
    ["GET /a?b=c&d=e failed", "GET /a*** failed"],
    ["GET /a?b&c failed", "GET /a?b&c failed"],
    ["#x=1", "***"],
    ["&x=1 'y'", "*** 'y'"],
    ["ask <ada@acme.example> now", "ask <***> now"],
    [
      "the \"private words\" and \"an.identifier-1:$/x\" of \"a \\\" b\" and \"\" end",
      "the *** and \"an.identifier-1:$/x\" of *** and \"\" end"
    ],
    ["unclosed \"private\nwords\"", "unclosed \"private\nwords\""],
    ["Bearer abc, basic  def digest ghi", "*** *** ***"],
    ["a rebearer abc", "a rebearer abc"],
    ["password: hunter2, next", "***, next"],
    ["my-api_key = \"a b\" c", "*** c"],
    ["TOKEN='x y' z", "*** z"],
    ["passwd=a secret:b credential=c apikey=d api-key=e authorization: f", "*** *** *** *** *** ***"],
    // A machine has made up twenty letters and digits in a row, and nobody else.
    ["abcdefghij1234x67y90", "***"],
    ["abcdefghijklmnopqrst", "abcdefghijklmnopqrst"],
    ["abcdefghij1abcdefgh", "abcdefghij1abcdefgh"],
    ["call +49 (30) 123-45 67 or 123456", "call *** or 123456"],
    ["1234567", "***"],
    ["v.1234567", "v.1234567"],
    ["12   34567", "12   34567"],
    ["at 192.168.100.200:5432", "at 192.168.100.200:5432"],
    ["at 192.168.100.200.1", "at ***"],
    ["https://host.example/a/b?c d", "https://host.example/a/b*** d"],
    ["https://host.example#c d", "https://host.example*** d"],
    ["at https://host.example/a/b.", "at https://host.example/a/b."],
    [`https://${long}:b@host.example/x y`, "https://*** y"],
    ["postgres+ssl://host/x?a", "postgres+ssl://host/x***"],
    ["HTTPS://host/x#a", "HTTPS://host/x***"],
    // One mark stands for neighbours.
    ["x 1234567\"a b\"y", "x ***y"],
    ["x  1234567  \"a b\"y", "x  ***  ***y"],
    ["nothing of it", "nothing of it"],
    ["", ""]
  ])("%j reads %j", (text, said) => {
    expect(masked(text, [])).toBe(said)
  })
})

describe("a text that quotes what was told", () => {
  it.each<readonly [text: string, hidden: ReadonlyArray<string>, said: string]>([
    // Ten characters in a row, in whatever case.
    ["it is the message of today", ["THE MESSAGE"], "it is *** of today"],
    ["it is the messagf of today", ["the message is long"], "it is ***f of today"],
    ["it is the messa of today", ["xthe messay"], "it is the messa of today"],
    // A short text where it is a word, and one of four letters anywhere.
    ["(Ada) Ada1 1Ada -Ada- adamant", ["ada"], "(***) Ada1 1Ada -***- adamant"],
    ["Susannah Anna", ["anna"], "Sus***h ***"],
    ["graceful Grace", ["grace"], "***ful ***"],
    ["a b c", ["  ", ""], "a b c"],
    // A code is a word with a digit.
    ["the code 4711 and 471 and a-1", ["your code is 4711, or a-1"], "the code *** and 471 and ***"],
    // In JSON, in a URL, on one line.
    ["it says {a\\\"b c}", ["a\"b c"], "it says {***}"],
    ["a%20b%C3%A9", ["a bé"], "***"],
    ["two words here", ["two\n words "], "*** here"],
    ["ÄRGER", ["ärger"], "***"],
    // Letters of which another case has another length keep the places of all others.
    ["\u0130xABC abc", ["abc"], "\u0130xABC ***"],
    ["bad \ud83d here", ["\ud83d"], "bad *** here"]
  ])("%j of %j reads %j", (text, hidden, said) => {
    expect(masked(text, hidden)).toBe(said)
  })
})
