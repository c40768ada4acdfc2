/**
 * `npm run words`: checks every English text that users, operators and API clients read against STYLE.md, the spacing of
 * Chinese and Japanese texts, and the comments and names of the code. Prints each finding and how many texts it
 * read; exits with 1 if there is a finding.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { codeTexts } from './words-code.ts'
import { type CheckedText, findingsIn, type TextSource } from './words-rules.ts'

const root = join(import.meta.dirname, '..')

export function readTexts(): readonly CheckedText[] {
  return [...interfaceTexts(), ...serverTexts(), ...documents(), ...apiDescriptions(), ...codeTexts(root)]
}

function* interfaceTexts(): Generator<CheckedText> {
  for (const path of filesBelow('packages/web/src/locales', '.json')) {
    const source: TextSource = path.endsWith('en-US.json')
      ? 'english'
      : path.endsWith('zh-CN.json')
        ? 'chinese'
        : 'japanese'
    for (const [key, text] of Object.entries(readJson(path)))
      yield { at: `${path} ${key}`, source, text: String(text) }
  }
}

/** Yields error messages, command output, help and log lines: string literals that contain a space. */
function* serverTexts(): Generator<CheckedText> {
  for (const path of filesBelow('packages/server/src', '.ts')) {
    if (path.endsWith('.test.ts') || path.includes('/testing/')) continue
    if (!isReadByOperators(path)) continue
    const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true)
    for (const { node, text } of literalsOf(file)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
      if (/[a-z] [a-z]/i.test(text)) yield { at: `${path}:${line}`, source: sourceOf(text), text }
    }
  }
}

const isReadByOperators = (path: string): boolean =>
  path.startsWith('packages/server/src/commands/') ||
  path.startsWith('packages/server/src/lib/messages/') ||
  ['cli.ts', 'config.ts', 'http/error-messages.ts'].some((name) => path === `packages/server/src/${name}`)

const sourceOf = (text: string): TextSource =>
  /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'japanese'
    : /\p{Script=Han}/u.test(text)
      ? 'chinese'
      : 'english'

function* literalsOf(node: ts.Node): Generator<{ node: ts.Node; text: string }> {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isLiteralTypeNode(node)) return
  if (ts.isStringLiteralLike(node)) yield { node, text: node.text }
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ literal }) => literal.text)
    yield { node, text: [node.head.text, ...spans].join('{…}') }
    for (const { expression } of node.templateSpans) yield* literalsOf(expression)
    return
  }
  for (const child of node.getChildren()) yield* literalsOf(child)
}

/** These two will be rewritten when the modules move; they are excluded until then. */
const unchecked = new Set(['ARCHITECTURE.md', 'docs/testing.md'])

function* documents(): Generator<CheckedText> {
  const atTop = readdirSync(root).filter((name) => name.endsWith('.md'))
  for (const path of [...atTop, ...filesBelow('docs', '.md')]) {
    if (path.startsWith('docs/adr/') || path.includes('node_modules') || unchecked.has(path)) continue
    const source: TextSource = /zh-CN|\/zh\//.test(path)
      ? 'chinese'
      : /\.ja\.|\/ja\//.test(path)
        ? 'japanese'
        : 'english'
    const prose = read(path).replace(/^(```|~~~)[\s\S]*?^\1/gm, (block) => block.replace(/[^\n]/g, ''))
    for (const [index, text] of prose.split('\n').entries())
      if (text.trim() !== '') yield { at: `${path}:${index + 1}`, source, text: withoutCode(text) }
  }
}

const withoutCode = (text: string): string =>
  text
    .replace(/`[^`]*`/g, 'CODE')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/https?:\S+/g, 'URL')

function* apiDescriptions(): Generator<CheckedText> {
  const path = 'docs/openapi.json'
  yield* describedIn(readJson(path), path)
}

function* describedIn(value: unknown, at: string): Generator<CheckedText> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const here = `${at}/${key}`
    if ((key === 'summary' || key === 'description') && typeof inner === 'string')
      yield { at: here, source: 'english', text: withoutCode(inner) }
    else yield* describedIn(inner, here)
  }
}

function filesBelow(folder: string, extension: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith(extension) && statSync(join(root, path)).isFile())
    .sort()
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

function readJson(path: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(read(path))
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is not a JSON object`)
  return Object.fromEntries(Object.entries(value))
}

function main(): void {
  const texts = readTexts()
  const findings = findingsIn(texts)
  for (const { at, rule, text } of findings) console.log(`${relative('', at)}: ${rule}: ${text}`)
  const countOf = (source: TextSource): string =>
    texts.filter((text) => text.source === source).length.toLocaleString('en')
  console.log(
    `${texts.length.toLocaleString('en')} texts read (${countOf('comment')} comments, ${countOf('identifier')} identifiers), ` +
      `${findings.length} findings`,
  )
  if (findings.length > 0) process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
