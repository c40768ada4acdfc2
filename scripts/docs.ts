/** `npm run docs`: builds the documentation as a site into `.cache/docs`, with a page rendered from the API description. */
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import description from '../docs/openapi.json' with { type: 'json' }
import { root } from './run.mjs'

interface Operation {
  readonly summary: string
  readonly description: string
  readonly tags: readonly (string | undefined)[]
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}

/** Renders the operations of each tag with their parameters and statuses. */
function renderReference(): string {
  const paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> = description.paths
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const sections = description.tags.map(({ name, description: about }) => {
    const its = operations.filter(({ operation }) => operation.tags.includes(name))
    return [`## ${name}`, about, ...its.map(renderOperation)].join('\n\n')
  })
  return ['# API reference', description.info.description, ...sections, ''].join('\n\n')
}

function renderOperation(entry: { path: string; method: string; operation: Operation }): string {
  const { path, method, operation } = entry
  const parameters = operation.parameters.map(
    ({ name, required }) => `\`${name}\`${required ? ' (required)' : ''}`,
  )
  const statuses = Object.entries(operation.responses)
    .filter(([status]) => status !== 'default')
    .map(([status, response]) => `- ${status}: ${response.description}`)
  return [
    `### ${operation.summary}`,
    `\`${method.toUpperCase()} /api/v3${path}\``,
    operation.description,
    ...(parameters.length > 0 ? [`Parameters: ${parameters.join(', ')}`] : []),
    statuses.join('\n'),
  ]
    .join('\n\n')
    .replaceAll('{', '&#123;')
}

const docs = join(root, 'docs')
writeFileSync(join(docs, 'api-reference.md'), renderReference())
if (!existsSync(join(docs, 'node_modules')))
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: docs, stdio: 'inherit' })
const vitepress = join(docs, 'node_modules/vitepress/bin/vitepress.js')
execFileSync(process.execPath, [vitepress, 'build', '.', '--outDir', join(root, '.cache/docs')], {
  cwd: docs,
  stdio: 'inherit',
})
console.log(`The site is in ${join(root, '.cache/docs')}`)
