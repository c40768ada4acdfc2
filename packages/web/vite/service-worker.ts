/**
 * Builds src/service-worker to /sw.js with the list of built files. Each file is listed once, because `Cache.addAll` rejects duplicates.
 */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { workerModules } from './notices.ts'

const entry = fileURLToPath(new URL('../src/service-worker/service-worker.ts', import.meta.url))

export function serviceWorker(): Plugin {
  return {
    name: 'koedana-service-worker',
    apply: 'build',
    async generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter(isAppFile).sort()
      const source = await compile(['', 'icon.svg', 'icon-192.png', 'manifest.webmanifest', ...files])
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}

/** Returns whether a visitor needs the file to start offline; administrator pages are fetched on demand. */
function isAppFile(file: string): boolean {
  return /\.(js|css|woff2)$/.test(file) && !file.includes('admin')
}

async function compile(files: readonly string[]): Promise<string> {
  const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 12)
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    define: { 'globalThis.koedanaShell': JSON.stringify({ version, files }) },
    build: { write: false, rolldownOptions: { input: entry, output: { format: 'iife' } } },
  })
  const { code, moduleIds } = chunkOf(built)
  for (const id of moduleIds) workerModules.add(id)
  return code
}

function chunkOf(built: Awaited<ReturnType<typeof build>>): Rolldown.OutputChunk {
  const outputs: readonly Rolldown.RolldownOutput[] = 'close' in built ? [] : [built].flat()
  const chunk = outputs[0]?.output[0]
  if (chunk === undefined) throw new Error('The service worker was not built')
  return chunk
}
