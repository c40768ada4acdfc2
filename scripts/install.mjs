/**
 * Installs the packages of the lock file; again only when the lock file or Node.js's major version changes. Packages needed to run Koedana
 * and to build its client are dependencies: they are installed without development packages and without install scripts. Tests need both.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root } from './run.mjs'

const stampFile = join(root, 'node_modules', '.koedana-lock')
const quietly = ['--no-audit', '--no-fund', '--loglevel=error']

export async function installPackages({ forDevelopment }) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(process.versions.modules)
    .digest('hex')
  const [all, running] = [`${lock} all`, `${lock} running`]
  const stamp = readStamp()
  if (stamp === all || (stamp === running && !forDevelopment)) return
  console.error('Installing packages …')
  await npm(['ci', ...(forDevelopment ? [] : ['--omit=dev', '--ignore-scripts']), ...quietly])
  writeFileSync(stampFile, forDevelopment ? all : running)
}

function readStamp() {
  try {
    return readFileSync(stampFile, 'utf8')
  } catch {
    return undefined
  }
}
