/** Installs the packages of the lock file once; again only when the lock file or Node's major version changes. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root } from './run.mjs'

const stampFile = join(root, 'node_modules', '.koedana-lock')

export async function installPackages() {
  const stamp = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(process.versions.modules)
    .digest('hex')
  if (readStamp() === stamp) return
  console.error('Installing packages …')
  await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stampFile, stamp)
}

function readStamp() {
  try {
    return readFileSync(stampFile, 'utf8')
  } catch {
    return undefined
  }
}
