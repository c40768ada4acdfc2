/**
 * Lets one build lie below any path (`PUBLIC_URL`): what built files say of one another is relative. What Vite has for that
 * writes into each import of a script where it is, which takes far more bytes.
 */
import type { Plugin } from 'vite'

/** Vite loads files ahead by this, as it is after it was made short. */
const ahead = /=function\((\w+)\)\{return[`"']\/[`"']\+\1\}/

export function belowPath(): Plugin {
  return {
    name: 'koedana-below-path',
    apply: 'build',
    generateBundle(_, bundle) {
      let found = 0
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk') {
          output.code = output.code.replace(ahead, (_, file: string) => {
            found += 1
            return `=function(${file}){return new URL("../"+${file},import.meta.url).pathname}`
          })
        } else if (output.fileName.endsWith('.css')) {
          output.source = output.source.toString().replaceAll('url(/assets/', 'url(')
        }
      }
      if (found !== 1) throw new Error(`Files are loaded ahead by ${found} scripts, and not by one`)
    },
  }
}
