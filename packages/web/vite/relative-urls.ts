/**
 * Lets one build be served below any path (`PUBLIC_URL`): built files refer to each other by relative URLs. Vite's own option adds code to
 * every dynamic import, which is much larger.
 */
import type { Plugin } from 'vite'

/** Vite's preload function, as it is after minification. */
const preloadFunctionPattern = /=function\((\w+)\)\{return[`"']\/[`"']\+\1\}/

export function relativeUrls(): Plugin {
  return {
    name: 'koedana-below-path',
    apply: 'build',
    generateBundle(_, bundle) {
      let found = 0
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk') {
          output.code = output.code.replace(preloadFunctionPattern, (_, file: string) => {
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
