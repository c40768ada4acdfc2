/** `write` generates docs/openapi.json from the contract; `check` fails if the file differs from that. */
import { readFileSync, writeFileSync } from 'node:fs'
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { examples } from '@koedana/contract/examples.ts'
import { openApi } from '@koedana/contract/kit/openapi.ts'
import workspace from '../package.json' with { type: 'json' }

const file = new URL('../docs/openapi.json', import.meta.url)
const generated = `${JSON.stringify(openApi(api, { title: 'Koedana', version: workspace.version, basePath }, examples), null, 2)}\n`

if (process.argv[2] === 'write') {
  writeFileSync(file, generated)
} else if (readFileSync(file, 'utf8') !== generated) {
  console.error('docs/openapi.json is not what the contract says. Run: npm run openapi')
  process.exit(1)
}
