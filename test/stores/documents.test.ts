/**
 * All places for documents keep the contract of documents.
 */
import * as DocumentsContract from "@signalbox/testing/DocumentsContract"
import * as Storages from "../http/Storages.ts"

DocumentsContract.suite("memory", () => Storages.memory)
DocumentsContract.suite("sqlite", () => Storages.sqlite)
DocumentsContract.suite("postgres", () => Storages.postgres)
