/** Compiles the ICU messages of `src/locales` at build time, so that the browser needs no parser. */
import { readFile } from 'node:fs/promises'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/** `import('../locales/en-US.json')` returns the compiled messages, one chunk per language. */
export function catalogues(): Plugin {
  return {
    name: 'koedana-catalogues',
    enforce: 'pre',
    async load(id) {
      if (!/\/src\/locales\/.*\.json$/.test(id)) return undefined
      this.addWatchFile(id)
      return compile(await readFile(id, 'utf8'))
    },
  }
}

function compile(catalogue: string): string {
  const messages: Record<string, string> = JSON.parse(catalogue)
  const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessageOrThrow(text)])
  return JSON.stringify(Object.fromEntries(compiled))
}
