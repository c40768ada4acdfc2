/** The browser calls endpoints: it parses neither questions nor answers, and their descriptions are for documents. */
import type { Plugin, Rolldown } from 'vite'

const unused: readonly unknown[] = [
  'access',
  'rate',
  'summary',
  'status',
  'params',
  'query',
  'body',
  'answer',
]

type Node = ReturnType<Rolldown.PluginContext['parse']>['body'][number]
interface Span {
  readonly start: number
  readonly end: number
}

/** Leaves out what no call needs, so that shapes and sentences do not travel. */
export function leanContract(): Plugin {
  return {
    name: 'koedana-lean-contract',
    apply: 'build',
    transform: {
      // After the types are gone.
      order: 'post',
      filter: { id: /packages\/contract\/src\/[\w-]+\.ts$/ },
      handler(code) {
        const cut = this.parse(code).body.flatMap(unusedProperties)
        return cut.length > 0 ? { code: without(code, cut), map: null } : undefined
      },
    },
  }
}

/** Of `export const x = endpoint({ … })`. */
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

/** Each with the comma behind it. */
function without(code: string, cut: readonly Span[]): string {
  let kept = ''
  let from = 0
  for (const { start, end } of cut) {
    kept += code.slice(from, start)
    from = end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0)
  }
  return kept + code.slice(from)
}
