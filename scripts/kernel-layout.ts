/** `write` generates the kernel's constants from the table of its layout; `check` fails if the file differs from that. */
import { readFileSync, writeFileSync } from 'node:fs'
import { constants, layoutVersion, records } from '@koedana/catalogue/kernel/layout.ts'

const file = new URL('../packages/catalogue/assembly/layout.ts', import.meta.url)

const enums = Object.entries(records).map(
  ([name, words]) =>
    `export const enum ${name} {\n${Object.entries(words)
      .map(([word, at]) => `  ${word} = ${at},`)
      .join('\n')}\n}\n`,
)
const numbers = Object.entries(constants).map(
  ([name, value]) =>
    `// @ts-expect-error: decorator\n@inline export const ${name}: ${value < 0 ? 'i32' : 'u32'} = ${value}\n`,
)
const generated = `/** Made by scripts/kernel-layout.ts from src/kernel/layout.ts, which documents them. */

/** Compared with that of the table when the module is loaded. */
export const layoutVersion: i32 = ${layoutVersion}

${[...enums, numbers.join('')].join('\n')}`

if (process.argv[2] === 'write') {
  writeFileSync(file, generated)
} else if (readFileSync(file, 'utf8') !== generated) {
  console.error(
    'packages/catalogue/assembly/layout.ts is not what the table says. Run: npm run kernel-layout',
  )
  process.exit(1)
}
