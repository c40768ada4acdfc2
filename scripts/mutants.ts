/** Small faults that a source could have: each is one edit which a test should notice. */
import ts from 'typescript'

export interface Mutant {
  /** The line number, from 1. */
  readonly line: number
  readonly was: string
  readonly is: string
  /** The whole source with this fault. */
  readonly source: string
}

/** Returns the mutants in the order in which they stand. What has types alone gives none. */
export function mutantsOf(source: string, fileName: string): Mutant[] {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const edit = (node: ts.Node, is: string) => {
    const [start, end] = [node.getStart(file), node.getEnd()]
    found.push({
      line: file.getLineAndCharacterOfPosition(start).line + 1,
      was: source.slice(start, end),
      is,
      source: source.slice(0, start) + is + source.slice(end),
    })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return
    for (const is of faultsOf(node)) edit(node, is)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function faultsOf(node: ts.Node): string[] {
  if (ts.isBinaryExpression(node)) return faultsOfOperator(node)
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ['false']
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ['true']
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    return [`(${node.operand.getText()})`]
  }
  if (ts.isExpression(node) && isCondition(node)) return ['true', 'false']
  return ts.isExpression(node) && isReturned(node) ? ['undefined'] : []
}

/** Maps each operator to others of its kind. Beside a text a minus is no fault but nonsense, so that a plus with one stays. */
const others: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
}

function faultsOfOperator({ left, operatorToken, right }: ts.BinaryExpression): string[] {
  const [a, b] = [left.getText(), right.getText()]
  const operator = operatorToken.getText()
  if (operator === '??') return [`(${a})`, `(${b})`]
  if (operator === '+' && (isText(left) || isText(right))) return []
  return (others[operator] ?? []).map((other) => `(${a}) ${other} (${b})`)
}

const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

/** Returns whether it decides between two ways. A loop that never ends says nothing of a test. */
function isCondition(node: ts.Expression): boolean {
  const { parent } = node
  if (ts.isIfStatement(parent)) return parent.expression === node
  return ts.isConditionalExpression(parent) && parent.condition === node
}

/** Returns whether a function returns it. A literal of nothing is no other value. */
function isReturned(node: ts.Expression): boolean {
  const { parent } = node
  if (node.getText() === 'undefined' || ts.isBlock(node)) return false
  if (ts.isReturnStatement(parent)) return true
  return ts.isArrowFunction(parent) && parent.body === node
}
