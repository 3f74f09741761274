/**
 * The sentences that AUTHENTICATION templates may add to a message, in the template's language, or in English when
 * there is no translation.
 */

interface Sentences {
  readonly doNotShare: string
  readonly expires: (minutes: number) => string
}

const english: Sentences = {
  doNotShare: "Do not share this code with anyone.",
  expires: (minutes) => `The code expires in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`
}

const byLanguage: ReadonlyMap<string, Sentences> = new Map([
  ["en", english],
  ["es", {
    doNotShare: "No comparta este código con nadie.",
    expires: (minutes) => `El código caduca en ${minutes} ${minutes === 1 ? "minuto" : "minutos"}.`
  }],
  ["fr", {
    doNotShare: "Ne communiquez ce code à personne.",
    expires: (minutes) => `Le code expire dans ${minutes} ${minutes < 2 ? "minute" : "minutes"}.`
  }],
  ["de", {
    doNotShare: "Geben Sie diesen Code an niemanden weiter.",
    expires: (minutes) => `Der Code läuft in ${minutes} ${minutes === 1 ? "Minute" : "Minuten"} ab.`
  }],
  ["it", {
    doNotShare: "Non condividere questo codice con nessuno.",
    expires: (minutes) => `Il codice scade tra ${minutes} ${minutes === 1 ? "minuto" : "minuti"}.`
  }],
  ["pt", {
    doNotShare: "Não compartilhe este código com ninguém.",
    expires: (minutes) => `O código expira em ${minutes} ${minutes < 2 ? "minuto" : "minutos"}.`
  }],
  ["nl", {
    doNotShare: "Deel deze code met niemand.",
    expires: (minutes) => `De code verloopt over ${minutes} ${minutes === 1 ? "minuut" : "minuten"}.`
  }]
])

/** `language` is a code such as `pt_BR`; its first part decides. */
export const sentences = (language: string): Sentences => byLanguage.get(language.split("_")[0] ?? "") ?? english
