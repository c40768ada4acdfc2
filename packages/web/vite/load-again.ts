/** Every part that loads late is loaded by one function of Vite's, which gives up at once. */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const loader = 'vite/preload-helper.js'
const once = 'baseModule().catch(handlePreloadError)'
/** These stand in the first load for nothing: an event that nobody hears, a nonce that no page has, and what browsers have built in. */
const needless = [
  [/const e = new Event\(.*?if \(!e\.defaultPrevented\) /s, ''],
  [/const cspNonceMeta = .*?getAttribute\("nonce"\);/s, ''],
  [/if \(cspNonce\) link\.setAttribute\("nonce", cspNonce\);/, ''],
  [/function allSettled\(.*?\n\t\t\}/s, ''],
  [/\ballSettled\(/, 'Promise.allSettled('],
] as const
const again = fileURLToPath(new URL('../src/lib/load-again.ts', import.meta.url))

export function loadAgain(): Plugin {
  return {
    name: 'koedana-load-again',
    apply: 'build',
    transform: {
      filter: { id: new RegExp(loader) },
      handler(code) {
        const load = [[once, 'loadAgain(baseModule)'] as const, ...needless].reduce(edited, code)
        return `import { loadAgain } from ${JSON.stringify(again)};${load}`
      },
    },
  }
}

function edited(code: string, [found, becomes]: readonly [string | RegExp, string]): string {
  const next = code.replace(found, becomes)
  if (next === code) throw new Error(`Vite loads parts in another way: there is no ${found}`)
  return next
}
