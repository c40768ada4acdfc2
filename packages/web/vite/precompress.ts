/** Writes `.br` and `.gz` next to every built text file, so that the server does not compress per request. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

export function precompress(): Plugin {
  return {
    name: 'koedana-precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return
      const names = await readdir(dir, { recursive: true })
      for (const name of names.filter(isText)) await compressFile(join(dir, name))
    },
  }
}

function isText(name: string): boolean {
  return /\.(js|css|html|svg|webmanifest)$|^licenses\.json$|^third-party-notices\.txt$/.test(name)
}

/** For smaller files, the headers of a compressed response cost more than compression saves. */
const minBytes = 1_000

async function compressFile(path: string): Promise<void> {
  const source = await readFile(path)
  if (source.length < minBytes) return
  const [small, smallest] = await Promise.all([
    promisify(gzip)(source, { level: 9 }),
    promisify(brotliCompress)(source),
  ])
  await Promise.all([writeFile(`${path}.gz`, small), writeFile(`${path}.br`, smallest)])
}
