/**
 * `node scripts/make-variants.ts FOLDER`: writes the table of Chinese character variants. FOLDER is `dist/esm-lib/dict` of the npm package
 * `opencc-js` 1.4.2, whose tables are those of OpenCC (Apache-2.0).
 */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'

const [folder = ''] = process.argv.slice(2)
const Table = v.object({ default: v.string() })

/** Reads a table `万 萬|与 與|…`. The first of several targets is used; characters outside the BMP are skipped. */
async function read(name: string): Promise<Map<string, string>> {
  const file = pathToFileURL(resolve(join(folder, `${name}.js`)))
  const table = v.parse(Table, await import(file.href)).default
  const pairs = table.split('|').map((entry): [string, string] => {
    const [from = '', to = ''] = entry.split(' ')
    return [from, to]
  })
  return new Map(pairs.filter(([from, to]) => from.length === 1 && to.length === 1))
}

const simplified = await read('TSCharacters')
const variants = new Map(simplified)
for (const [from, to] of await read('JPShinjitaiCharacters')) variants.set(from, simplified.get(to) ?? to)
const pairs = [...variants].filter(([from, to]) => from !== to).sort()

const perLine = 50
const lines = Array.from({ length: Math.ceil(pairs.length / perLine) }, (_, at) =>
  pairs
    .slice(at * perLine, (at + 1) * perLine)
    .flat()
    .join(''),
)
writeFileSync(
  new URL('../packages/catalogue/src/text/variant-pairs.rules.ts', import.meta.url),
  `/**
 * Chinese characters that are Japanese or traditional forms, each followed by its simplified form. Made by
 * scripts/make-variants.ts from tables of OpenCC (licenses/opencc.txt).
 */
export const variantPairs: string = [
${lines.map((line) => `  '${line}',`).join('\n')}
].join('')
`,
)
console.log(`${pairs.length} characters`)
