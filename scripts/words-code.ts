/** Reads comments and declared identifiers of the code for `words.ts`. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { CheckedText } from './words-rules.ts'

/** Yields the comments and declared names of all TypeScript files that are not ignored by Git. */
export function* codeTexts(root: string): Generator<CheckedText> {
  for (const path of codeFiles(root)) yield* textsOfFile(path, readFileSync(join(root, path), 'utf8'))
}

export function* textsOfFile(path: string, text: string): Generator<CheckedText> {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1
  for (const { at, comment } of commentsOf(file))
    yield { at: `${path}:${lineOf(at)}`, source: 'comment', text: comment }
  for (const name of declaredNames(file))
    yield { at: `${path}:${lineOf(name.getStart())}`, source: 'identifier', text: name.text }
}

function codeFiles(root: string): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  return listed.split('\n').filter((path) => path !== '' && !path.startsWith('scripts/words'))
}

/** Returns each comment as one text: consecutive lines of `//` are joined, and code in backticks is left out. */
function commentsOf(file: ts.SourceFile): { at: number; comment: string }[] {
  const found = new Map<number, ts.CommentRange>()
  const visit = (node: ts.Node): void => {
    const text = file.text
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ]
    if (node.kind !== ts.SyntaxKind.JsxText) for (const range of ranges) found.set(range.pos, range)
    for (const child of node.getChildren()) visit(child)
  }
  visit(file)
  const joined: { at: number; end: number; comment: string }[] = []
  for (const range of [...found.values()].sort((one, other) => one.pos - other.pos)) {
    const comment = proseOf(file.text.slice(range.pos, range.end))
    const last = joined.at(-1)
    if (
      last &&
      file.text.slice(last.end, range.pos).trim() === '' &&
      range.kind === ts.SyntaxKind.SingleLineCommentTrivia
    )
      joined[joined.length - 1] = { at: last.at, end: range.end, comment: `${last.comment} ${comment}` }
    else joined.push({ at: range.pos, end: range.end, comment })
  }
  return joined.filter(({ comment }) => /[a-z] /i.test(comment))
}

function proseOf(comment: string): string {
  return comment
    .replace(/^\/\*+|\*+\/$/g, '')
    .replace(/^[ \t]*(\/\/|\*)/gm, '')
    .replace(/\s+/g, ' ')
    .replace(/`[^`]*`/g, 'CODE')
    .replace(/https?:\S+/g, 'URL')
    .trim()
}

/** Yields the names that this file declares. Names of properties in object literals may belong to other programs. */
function* declaredNames(node: ts.Node): Generator<ts.Identifier> {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node)
  if (isDeclaration && node.name && ts.isIdentifier(node.name)) yield node.name
  for (const child of node.getChildren()) yield* declaredNames(child)
}
