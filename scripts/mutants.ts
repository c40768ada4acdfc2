/** Generates mutants of a source: small faults of one edit each, which a test should detect. */
import ts from 'typescript'

export interface Mutant {
  readonly line: number
  readonly was: string
  readonly is: string
  /** The whole source with this fault. */
  readonly source: string
}

/** Returns the mutants in source order. Code with types only has none. */
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

/** Maps each operator to similar ones. A plus with a text operand is skipped, because a minus would make no sense. */
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

/**
 * Returns whether the expression decides between two branches. Loop conditions are skipped: an endless loop does not show whether
 * tests detect the change.
 */
function isCondition(node: ts.Expression): boolean {
  const { parent } = node
  if (ts.isIfStatement(parent)) return parent.expression === node
  return ts.isConditionalExpression(parent) && parent.condition === node
}

/** Returns whether a function returns the expression. A literal `undefined` is skipped, because the mutant would be the same. */
function isReturned(node: ts.Expression): boolean {
  const { parent } = node
  if (node.getText() === 'undefined' || ts.isBlock(node)) return false
  if (ts.isReturnStatement(parent)) return true
  return ts.isArrowFunction(parent) && parent.body === node
}
