#!/usr/bin/env node
import { start } from "./Entry.ts"

start()
