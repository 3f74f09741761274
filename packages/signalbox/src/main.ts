#!/usr/bin/env node
import { start } from "@signalbox/command/Entry"

start()
