#!/usr/bin/env node
/**
 * The program of the package: `koedana demo`, and every command of the server. It is JavaScript, because Node.js does not run TypeScript in
 * packages.
 */
import { fileURLToPath } from 'node:url'
import { exitCodeOf } from './run.mjs'
import { serverEnvironment, serverFlags } from './server-process.mjs'

const oldestNode = 24

const words = process.argv.slice(2)
const isDemo = words[0] === 'demo'
const entry = isDemo ? './demo.js' : '../packages/server/src/main.js'

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(`Koedana needs Node ${oldestNode}; this is ${process.version}.`)
  process.exit(1)
}
const env = { ...serverEnvironment, ...process.env }
// Relative paths refer to the user's working directory.
const options = { env, cwd: process.cwd() }
process.exitCode = await exitCodeOf(
  process.execPath,
  [...serverFlags, fileURLToPath(new URL(entry, import.meta.url)), ...(isDemo ? words.slice(1) : words)],
  options,
)
