/**
 * The store in PostgreSQL keeps the contract of storage.
 */
import { suite } from "@signalbox/testing/StoreContract"
import { suite as prepare } from "../postgres/Client.ts"

suite("postgres", prepare("contract").harness)
