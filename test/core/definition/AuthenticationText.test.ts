/**
 * The sentences about a code, in each language that has them.
 */
import * as AuthenticationText from "@signalbox/core/internal/definition/AuthenticationText"
import { expect, it } from "vitest"

it.each<readonly [language: string, doNotShare: string, one: string, two: string]>([
  [
    "en_US",
    "Do not share this code with anyone.",
    "The code expires in 1 minute.",
    "The code expires in 2 minutes."
  ],
  ["es", "No comparta este código con nadie.", "El código caduca en 1 minuto.", "El código caduca en 2 minutos."],
  ["fr_CA", "Ne communiquez ce code à personne.", "Le code expire dans 1 minute.", "Le code expire dans 2 minutes."],
  [
    "de",
    "Geben Sie diesen Code an niemanden weiter.",
    "Der Code läuft in 1 Minute ab.",
    "Der Code läuft in 2 Minuten ab."
  ],
  [
    "it",
    "Non condividere questo codice con nessuno.",
    "Il codice scade tra 1 minuto.",
    "Il codice scade tra 2 minuti."
  ],
  [
    "pt_BR",
    "Não compartilhe este código com ninguém.",
    "O código expira em 1 minuto.",
    "O código expira em 2 minutos."
  ],
  ["nl", "Deel deze code met niemand.", "De code verloopt over 1 minuut.", "De code verloopt over 2 minuten."],
  ["", "Do not share this code with anyone.", "The code expires in 1 minute.", "The code expires in 2 minutes."]
])("of the language %j", (language, doNotShare, one, two) => {
  const sentences = AuthenticationText.sentences(language)
  expect([sentences.doNotShare, sentences.expires(1), sentences.expires(2)]).toEqual([doNotShare, one, two])
})

it("of one minute and a half has one minute in French and Portuguese, and several in others", () => {
  const texts = ["en", "es", "fr", "de", "it", "pt", "nl"].map((each) =>
    AuthenticationText.sentences(each).expires(1.5)
  )
  expect(texts).toEqual([
    "The code expires in 1.5 minutes.",
    "El código caduca en 1.5 minutos.",
    "Le code expire dans 1.5 minute.",
    "Der Code läuft in 1.5 Minuten ab.",
    "Il codice scade tra 1.5 minuti.",
    "O código expira em 1.5 minuto.",
    "De code verloopt over 1.5 minuten."
  ])
})
