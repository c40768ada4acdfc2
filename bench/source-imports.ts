/** The source files of the packages, and what each imports from the others. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

export interface SourceFile {
  /** Relative to the root of the repository. */
  readonly path: string
  readonly lines: number
  readonly nonBlankLines: number
  /** The repository files that its import and export statements name, once per statement. */
  readonly imports: readonly string[]
}

export function readSources(root: string): SourceFile[] {
  return globSync('packages/*/src/**/*.{ts,tsx,mjs}', { cwd: root })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => readSource(path, readFileSync(join(root, path), 'utf8')))
}

export function readSource(path: string, text: string): SourceFile {
  const lines = text.split('\n').slice(0, text.endsWith('\n') ? -1 : undefined)
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  return {
    path,
    lines: lines.length,
    nonBlankLines: lines.filter((line) => line.trim() !== '').length,
    imports: statements.flatMap((statement) => localFileOf(path, statement) ?? []),
  }
}

function localFileOf(path: string, statement: ts.Statement): string | undefined {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return undefined
  const { moduleSpecifier } = statement
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return undefined
  const name = moduleSpecifier.text
  if (name.startsWith('.')) return join(path, '..', name)
  const [, room, file] = /^@koedana\/([^/]+)\/(.+)$/.exec(name) ?? []
  return room === undefined || file === undefined ? undefined : `packages/${room}/src/${file}`
}
