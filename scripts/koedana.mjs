#!/usr/bin/env node
/** The program of the package: `koedana demo`, and every command of the server. It comes as JavaScript, which Node takes from packages. */
import { fileURLToPath } from 'node:url'
import { exitCodeOf } from './run.mjs'
import { serverEnvironment, serverFlags } from './server-process.mjs'

const oldestNode = 24

const [name, ...args] = process.argv.slice(2)
const entries = {
  demo: ['./demo.js', args],
  serve: ['../packages/server/src/main.js', ['serve', ...args]],
}
const [entry, entryArgs] = entries[name] ?? ['../packages/server/src/main.js', process.argv.slice(2)]

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(`Koedana needs Node ${oldestNode}; this is ${process.version}.`)
  process.exit(1)
}
const env = { ...serverEnvironment, ...process.env }
// Folders are named from where people stand.
const options = { env, cwd: process.cwd() }
process.exitCode = await exitCodeOf(
  process.execPath,
  [...serverFlags, fileURLToPath(new URL(entry, import.meta.url)), ...entryArgs],
  options,
)
