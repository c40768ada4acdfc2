/** Warns when a built page is larger than its budget, and fails above 110 % of it. Run after `vite build`. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** Kilobytes of JavaScript, gzip, with the message catalog of one language. */
const pages = [
  { name: '/', entry: 'src/pages/home-page.tsx', limit: 155 },
  { name: '/works', entry: 'src/pages/works-page.tsx', limit: 170 },
  { name: '/work/$workId', entry: 'src/pages/work-page.tsx', limit: 170 },
  { name: '/makers', entry: 'src/pages/entities-page.tsx', limit: 170 },
  { name: '/rankings', entry: 'src/pages/rankings-page.tsx', limit: 170 },
  { name: '/settings', entry: 'src/pages/settings-page.tsx', limit: 170, hasMoreWords: true },
  { name: '/account', entry: 'src/pages/account-page.tsx', limit: 170, hasMoreWords: true },
  { name: '/auth/login', entry: 'src/pages/login-page.tsx', limit: 170, hasMoreWords: true },
  { name: '/favorites', entry: 'src/pages/favorites-page.tsx', limit: 170, hasMoreWords: true },
  { name: '/follows', entry: 'src/pages/follows-page.tsx', limit: 170, hasMoreWords: true },
  { name: '/admin/tasks', entry: 'src/pages/admin/tasks-page.tsx', limit: 200, hasAdminWords: true },
  { name: '/admin/tasks/$taskId', entry: 'src/pages/admin/task-page.tsx', limit: 200, hasAdminWords: true },
  { name: '/admin/users', entry: 'src/pages/admin/users-page.tsx', limit: 200, hasAdminWords: true },
  { name: '/admin/keys', entry: 'src/pages/admin/keys-page.tsx', limit: 200, hasAdminWords: true },
  { name: '/admin/trash', entry: 'src/pages/admin/trash-page.tsx', limit: 200, hasAdminWords: true },
  {
    name: '/admin/settings',
    entry: 'src/pages/admin/site-settings-page.tsx',
    limit: 200,
    hasAdminWords: true,
  },
  {
    name: '/admin/storages',
    entry: 'src/pages/admin/storages-page.tsx',
    limit: 200,
    hasAdminWords: true,
    hasStorageWords: true,
  },
  { name: '/admin/system', entry: 'src/pages/admin/system-page.tsx', limit: 200, hasAdminWords: true },
  { name: '/about', entry: 'src/pages/about-page.tsx', limit: 170, hasMoreWords: true },
]
const styleLimit = 16
const catalogueLimit = 8
/** A budget warns at 100 % and fails above 110 %. */
const tolerance = 1.1

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const dist = new URL('./dist/', import.meta.url)
const manifest: Readonly<Record<string, Chunk>> = JSON.parse(readText('.vite/manifest.json'))
const largestCatalogue = largest(/^src\/locales\/[\w-]+\.json$/)
const moreWords = largest(/^src\/locales\/more\//)
const editingWords = largest(/^src\/locales\/editing\//)
const adminWords = largest(/^src\/locales\/admin\//)
const storageWords = largest(/^src\/locales\/storages\//)

const catalogues = [largestCatalogue, moreWords, editingWords, adminWords, storageWords]
check('one catalogue', Math.max(...catalogues), catalogueLimit)
check('all styles', sum(new Set(Object.values(manifest).flatMap((built) => built.css ?? []))), styleLimit)
for (const { name, entry, limit, ...page } of pages) {
  const files = new Set([...closure('index.html'), ...closure(entry)])
  check(name, sum(files) + wordsOf(page), limit)
}

interface Page {
  readonly hasMoreWords?: boolean
  readonly hasAdminWords?: boolean
  readonly hasStorageWords?: boolean
}

/** The dashboard carries the words of accounts too. */
function wordsOf(page: Page): number {
  const dashboard = largestCatalogue + moreWords + adminWords
  if (page.hasStorageWords) return dashboard + storageWords
  if (page.hasAdminWords) return dashboard
  return page.hasMoreWords ? largestCatalogue + moreWords : largestCatalogue
}

function largest(catalogues: RegExp): number {
  const keys = Object.keys(manifest).filter((key) => catalogues.test(key))
  return Math.max(...keys.map((key) => size(chunk(key).file)))
}

function check(name: string, kilobytes: number, limit: number): void {
  const isTooLarge = kilobytes > limit * tolerance
  const verdict = isTooLarge ? 'TOO LARGE' : kilobytes > limit ? 'over budget' : 'ok'
  console.log(`${name.padEnd(16)} ${kilobytes.toFixed(1).padStart(6)} of ${limit} kB  ${verdict}`)
  if (isTooLarge) process.exitCode = 1
}

/** The chunk and everything it imports at once. */
function closure(key: string, seen = new Set<string>()): Set<string> {
  const { file, imports = [] } = chunk(key)
  if (seen.has(file)) return seen
  seen.add(file)
  for (const imported of imports) closure(imported, seen)
  return seen
}

function chunk(key: string): Chunk {
  const found = manifest[key]
  if (!found) throw new Error(`The build has no ${key}`)
  return found
}

function sum(files: ReadonlySet<string>): number {
  return [...files].reduce((total, file) => total + size(file), 0)
}

function size(file: string): number {
  return gzipSync(readText(file), { level: 9 }).length / 1000
}

function readText(file: string): string {
  return readFileSync(new URL(file, dist), 'utf8')
}
