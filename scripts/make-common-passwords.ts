/**
 * `node scripts/make-common-passwords.ts FILE`: writes the table of common passwords. FILE is `src/passwords.json` of the npm package
 * `@zxcvbn-ts/language-common` 4.1.3 (MIT), most used first.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { digestBytes, digestOf } from '../packages/server/src/features/auth/common-password.rules.ts'

const [path = ''] = process.argv.slice(2)
const passwords = v.parse(v.array(v.string()), JSON.parse(readFileSync(path, 'utf8')))
const digests = [...new Set(passwords.map(digestOf))].sort((a, b) => a - b)
const table = Buffer.alloc(digests.length * digestBytes)
digests.forEach((digest, at) => {
  table.writeUIntBE(digest, at * digestBytes, digestBytes)
})
writeFileSync(new URL('../packages/server/src/features/auth/common-passwords.bin', import.meta.url), table)
console.log(`${digests.length} passwords`)
