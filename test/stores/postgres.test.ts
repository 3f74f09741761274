/**
 * The store in PostgreSQL keeps the contract of storage.
 */
import * as Prop from "@signalbox/testing/Prop"
import { suite } from "@signalbox/testing/StoreContract"
import * as Matrix from "../http/Matrix.ts"
import { suite as prepare } from "../postgres/Client.ts"

Prop.sparing(Matrix.storeShare)

suite("postgres", prepare("contract").harness)
