/** Lists the files that each page needs first, so that none is discovered only through another. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { type Chunks, chunksOf, closure } from './chunks.ts'

/** The source files of each page's first render, relative to src. `*` is any path segment. */
const pages: Readonly<Record<string, readonly string[]>> = {
  '/': ['pages/home-page.tsx', 'pages/home-visitor.tsx'],
  '/works': ['pages/works-page.tsx'],
  '/work/*': ['pages/work-page.tsx'],
  '/makers': ['pages/entities-page.tsx'],
  '/series': ['pages/entities-page.tsx'],
  '/artists': ['pages/entities-page.tsx'],
  '/illustrators': ['pages/entities-page.tsx'],
  '/genres': ['pages/entities-page.tsx'],
  '/rankings': ['pages/rankings-page.tsx'],
  '/lyrics': ['pages/lyrics-page.tsx'],
  '/settings': ['pages/settings-page.tsx'],
  '/auth/login': ['pages/login-page.tsx'],
  '/favorites': ['pages/favorites-page.tsx'],
}

const boot = fileURLToPath(new URL('../public/boot.js', import.meta.url))
const unfilled = 'const files = { words: {}, homeWords: [], ownHome: [] }'

/**
 * Writes `.vite/first-files.json`, `{[page]: [file, …]}` relative to the root, for the `Link` header of each page. Also fills in `boot.js`
 * the files that depend on the user: the messages of each language, and what a member's home page needs beyond a visitor's.
 */
export function firstFiles(): Plugin {
  return {
    name: 'koedana-first-files',
    apply: 'build',
    async generateBundle(_, bundle) {
      const chunks = chunksOf(bundle)
      const entry = [...chunks.values()].find((chunk) => chunk.isEntry)
      if (!entry) throw new Error('The client has no entry')
      // Files needed by every page come first: they are the largest, and browsers load six files at once.
      const firstOf = (sources: readonly string[]) =>
        new Set(
          [entry.fileName, ...sources.map((source) => fileOf(source, chunks))].flatMap((file) => [
            ...closure(file, chunks),
          ]),
        )
      const first = Object.fromEntries(
        Object.entries(pages).map(([page, sources]) => [page, [...firstOf(sources)]]),
      )
      const ownHome = [
        ...closure(fileOf('pages/home-member.tsx', chunks), chunks, new Set(first['/'])),
      ].filter((file) => !first['/']?.includes(file))
      this.emitFile({ type: 'asset', fileName: '.vite/first-files.json', source: JSON.stringify(first) })
      this.emitFile({ type: 'asset', fileName: 'boot.js', source: await fillBoot(chunks, ownHome) })
    },
  }
}

function fileOf(source: string, chunks: Chunks): string {
  const found = [...chunks.values()].find((chunk) => chunk.facadeModuleId?.endsWith(`/src/${source}`))
  if (!found) throw new Error(`No file of its own begins with ${source}`)
  return found.fileName
}

async function fillBoot(chunks: Chunks, ownHome: readonly string[]): Promise<string> {
  const source = await readFile(boot, 'utf8')
  if (!source.includes(unfilled)) throw new Error('boot.js has no marker for the files of its reader')
  const files = {
    words: wordsIn('', chunks),
    homeWords: [wordsIn('home/', chunks), wordsIn('more/', chunks)],
    ownHome: ownHome.map((file) => `/${file}`),
  }
  return source.replace(unfilled, () => `const files = ${JSON.stringify(files)}`)
}

/** Returns the file of each language in this folder of messages. */
const wordsIn = (folder: string, chunks: Chunks): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...chunks.values()].flatMap(({ facadeModuleId, fileName }) => {
      const name = /\/src\/locales\/(.+)\.json$/.exec(facadeModuleId ?? '')?.[1]
      return name?.startsWith(folder) && !name.slice(folder.length).includes('/')
        ? [[name.slice(folder.length), `/${fileName}`]]
        : []
    }),
  )
