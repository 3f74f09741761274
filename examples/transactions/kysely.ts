import type { CompiledQuery as Compiled, Transaction as KyselyTransaction } from "kysely"
import { CompiledQuery } from "kysely"
import type { Transaction } from "signalbox"

export const fromKysely = <Tables>(trx: KyselyTransaction<Tables>): Transaction => ({
  query: (text, values = []) => trx.withoutPlugins().executeQuery(CompiledQuery.raw(text, values) as Compiled<object>)
})
