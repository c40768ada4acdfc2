/** Every part that loads late is loaded by one function of Vite's, which gives up at once. */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const loader = 'vite/preload-helper.js'
const once = 'baseModule().catch(handlePreloadError)'
/** Nobody listens to it, and its bytes stand in the first load. */
const event = /const e = new Event\(.*?if \(!e\.defaultPrevented\) /s
const again = fileURLToPath(new URL('../src/lib/load-again.ts', import.meta.url))

export function loadAgain(): Plugin {
  return {
    name: 'koedana-load-again',
    apply: 'build',
    transform: {
      filter: { id: new RegExp(loader) },
      handler(code) {
        if (!code.includes(once) || !event.test(code)) throw new Error('Vite loads parts in another way')
        const load = code.replace(once, 'loadAgain(baseModule)').replace(event, '')
        return `import { loadAgain } from ${JSON.stringify(again)};${load}`
      },
    },
  }
}
