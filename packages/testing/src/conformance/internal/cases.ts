/**
 * The file that Vitest runs: the HTTP contract, against the target that the program was given.
 */
import { inject } from "vitest"
import * as HttpContract from "../../http/HttpContract.ts"
import * as Receiver from "../../http/Receiver.ts"
import * as Subjects from "../Subjects.ts"
import type { Asked } from "../Target.ts"
import { verify } from "./verify.ts"

declare module "vitest" {
  export interface ProvidedContext {
    readonly asked: Asked
  }
}

const { name, target } = inject("asked")
if (!target.callsBack) Receiver.close("the server cannot call this machine")
HttpContract.suite(name, Subjects.start(target), { verify, parts: target.parts })
