/** Fingerprints of sources, so that builds run only if sources have changed. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const skipped = new Set(['dist', 'node_modules', '.vite'])

/** Returns a hash of every source's path and content, so that a fresh checkout of the same sources needs no build. */
export function fingerprintOf(root, sources) {
  const hash = createHash('sha256').update(process.versions.node)
  for (const file of sources.flatMap(filesBelow).sort()) {
    hash.update(file.slice(root.length)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => !skipped.has(name))
    .flatMap((name) => filesBelow(join(path, name)))
}
