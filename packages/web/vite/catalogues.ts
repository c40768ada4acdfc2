/** Compiles the ICU messages of src/locales at build, so that no parser travels to the browser. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const prefix = 'virtual:catalogue/'
const folder = new URL('../src/locales/', import.meta.url)

/** `import('virtual:catalogue/en-US')` gives `{ messages }`, one chunk a language. */
export function catalogues(): Plugin {
  return {
    name: 'koedana-catalogues',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const file = fileURLToPath(new URL(`${id.slice(prefix.length + 1)}.json`, folder))
      this.addWatchFile(file)
      const messages: Record<string, string> = JSON.parse(await readFile(file, 'utf8'))
      const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessageOrThrow(text)])
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))})`
    },
  }
}
