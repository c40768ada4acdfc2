/** Adds retries to Vite's function that loads all lazy chunks, which would give up at once. */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const loader = 'vite/preload-helper.js'
const once = 'baseModule().catch(handlePreloadError)'
/** Dead code in the first load: an event without listeners, a nonce that no page has, and a polyfill that browsers have built in. */
const deadCode = [
  [/const e = new Event\(.*?if \(!e\.defaultPrevented\) /s, ''],
  [/const cspNonceMeta = .*?getAttribute\("nonce"\);/s, ''],
  [/if \(cspNonce\) link\.setAttribute\("nonce", cspNonce\);/, ''],
  [/function allSettled\(.*?\n\t\t\}/s, ''],
  [/\ballSettled\(/, 'Promise.allSettled('],
] as const
const again = fileURLToPath(new URL('../src/lib/load-with-retries.ts', import.meta.url))

export function retryLazyLoads(): Plugin {
  return {
    name: 'koedana-load-with-retries',
    apply: 'build',
    transform: {
      filter: { id: new RegExp(loader) },
      handler(code) {
        const load = [[once, 'loadWithRetries(baseModule)'] as const, ...deadCode].reduce(edited, code)
        return `import { loadWithRetries } from ${JSON.stringify(again)};${load}`
      },
    },
  }
}

function edited(code: string, [found, becomes]: readonly [string | RegExp, string]): string {
  const next = code.replace(found, becomes)
  if (next === code) throw new Error(`Vite loads parts in another way: there is no ${found}`)
  return next
}
