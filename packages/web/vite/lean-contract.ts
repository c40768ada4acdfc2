/** Strips the contract for the browser, which validates neither requests nor responses and does not need descriptions. */
import { pathToFileURL } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

const unused: readonly unknown[] = [
  'access',
  'rate',
  'summary',
  'description',
  'status',
  'params',
  'query',
  'body',
  'response',
]

type Node = ReturnType<Rolldown.PluginContext['parse']>['body'][number]
interface Span {
  readonly start: number
  readonly end: number
}

/** Strips schemas and summaries from the client bundle. */
export function leanContract(): Plugin {
  return {
    name: 'koedana-lean-contract',
    apply: 'build',
    load: { filter: { id: /packages\/contract\/src\/number-lists\.ts$/ }, handler: inlineLists },
    transform: {
      // Runs after TypeScript types are removed.
      order: 'post',
      filter: { id: /packages\/contract\/src\/[\w-]+\.ts$/ },
      handler(code) {
        const cut = this.parse(code).body.flatMap(unusedProperties)
        if (cut.length === 0) return undefined
        const kept = without(code, cut)
        // Removes imports used only by the stripped parts, or their modules would be in the first load.
        return { code: without(kept, unusedImports(this.parse(kept).body, kept)), map: null }
      },
    },
  }
}

/** Inlines the evaluated lists, so that the table they are computed from is not in the first load. */
async function inlineLists(id: string): Promise<string> {
  const lists: Readonly<Record<string, unknown>> = await import(pathToFileURL(id).href)
  return Object.entries(lists)
    .map(([name, list]) => `export const ${name} = ${JSON.stringify(list)}`)
    .join('\n')
}

/** Returns the unused properties of `export const x = endpoint({ … })`. */
function unusedProperties(node: Node): Span[] {
  if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'VariableDeclaration') return []
  return node.declaration.declarations.flatMap(({ init }) => {
    if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return []
    const [declared] = init.arguments
    if (init.callee.name !== 'endpoint' || declared?.type !== 'ObjectExpression') return []
    return declared.properties.filter(
      (property) =>
        property.type === 'Property' &&
        property.key.type === 'Identifier' &&
        unused.includes(property.key.name),
    )
  })
}

/** Returns the imports whose names are not used anywhere else. */
function unusedImports(body: readonly Node[], code: string): Span[] {
  return body.filter(
    (node) =>
      node.type === 'ImportDeclaration' &&
      node.specifiers.every(({ local: { name } }) => code.split(new RegExp(`\\b${name}\\b`)).length === 2),
  )
}

/** Removes each span with the comma after it. */
function without(code: string, cut: readonly Span[]): string {
  let kept = ''
  let from = 0
  for (const { start, end } of cut) {
    kept += code.slice(from, start)
    from = end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0)
  }
  return kept + code.slice(from)
}
