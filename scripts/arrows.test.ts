import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
let planted = ''
let output = ''

/** Rule → a file and a module that it must not import. */
const wrong: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'contract-alone': ['packages/contract/src/a.ts', 'packages/server/src/lib/z.ts'],
  'catalogue-on-contract': ['packages/catalogue/src/a.ts', 'packages/server/src/lib/z.ts'],
  'catalogue-memory': ['packages/catalogue/src/memory/a.ts', 'packages/catalogue/src/text/z.ts'],
  'catalogue-text': ['packages/catalogue/src/text/a.ts', 'packages/catalogue/src/model/z.ts'],
  'catalogue-model': ['packages/catalogue/src/model/a.ts', 'packages/catalogue/src/build/z.ts'],
  'catalogue-build': ['packages/catalogue/src/build/a.ts', 'packages/catalogue/src/query/z.ts'],
  'catalogue-kernel': ['packages/catalogue/src/kernel/a.ts', 'packages/catalogue/src/query/z.ts'],
  'catalogue-delta': ['packages/catalogue/src/delta/a.ts', 'packages/catalogue/src/query/z.ts'],
  'catalogue-query': ['packages/catalogue/src/query/a.ts', 'packages/catalogue/src/page/z.ts'],
  'catalogue-page': ['packages/catalogue/src/page/a.ts', 'packages/catalogue/src/aggregate/z.ts'],
  'catalogue-aggregate': ['packages/catalogue/src/aggregate/a.ts', 'packages/catalogue/src/similar/z.ts'],
  'catalogue-similar': ['packages/catalogue/src/similar/a.ts', 'packages/catalogue/src/page/z.ts'],
  'catalogue-in-rooms': ['packages/catalogue/src/query/b.ts', 'packages/catalogue/src/y.ts'],
  'fakes-on-contract': ['packages/fakes/src/a.ts', 'packages/server/src/lib/z.ts'],
  'nobody-imports-fakes': ['packages/server/src/lib/a.ts', 'packages/fakes/src/z.ts'],
  'demo-imports-its-shelf': ['packages/server/src/features/demo/a.ts', 'packages/fakes/src/s3/z.ts'],
  'server-not-web': ['packages/server/src/lib/b.ts', 'packages/web/src/lib/z.ts'],
  'web-on-contract': ['packages/web/src/lib/a.ts', 'packages/server/src/lib/z.ts'],
  'storages-know-no-feature': [
    'packages/server/src/features/storages/a.ts',
    'packages/server/src/features/works/z.ts',
  ],
  'files-through-storages': [
    'packages/server/src/features/library/media/a.ts',
    'packages/server/src/features/storages/local/z.ts',
  ],
  'use-cases-know-no-door': [
    'packages/server/src/features/works/a.use-cases.ts',
    'packages/server/src/features/works/d.api.ts',
  ],
  'tasks-behind-sources': [
    'packages/server/src/features/tasks/a.ts',
    'packages/server/src/features/metadata/marketplace/z.ts',
  ],
  'sql-in-stores': ['packages/server/src/features/works/a.api.ts', 'kysely'],
  'writer-thread-alone': ['packages/server/src/db/sqlite-file.ts', 'kysely'],
  'driver-in-open': ['packages/server/src/db/a.ts', 'pg'],
  'one-way-out': ['packages/server/src/lib/d.ts', 'undici'],
  'http-at-the-edge': ['packages/server/src/features/works/b.api.ts', 'fastify'],
  'features-below-app': ['packages/server/src/features/works/c.api.ts', 'packages/server/src/main.ts'],
  'db-below-features': ['packages/server/src/db/b.ts', 'packages/server/src/features/works/z.ts'],
  'domain-beneath-features': ['packages/server/src/domain/a.ts', 'packages/server/src/features/works/z.ts'],
  'features-not-http': ['packages/server/src/features/works/d.api.ts', 'packages/server/src/http/z.ts'],
  'rules-are-pure': ['packages/server/src/features/works/a.rules.ts', 'packages/server/src/lib/z.ts'],
  'web-app-on-top': ['packages/web/src/pages/a.ts', 'packages/web/src/app/z.ts'],
  'web-pages-compose': ['packages/web/src/features/works/a.ts', 'packages/web/src/pages/z.ts'],
  'web-features-apart': ['packages/web/src/features/works/b.ts', 'packages/web/src/features/entities/z.ts'],
  'web-player-below': ['packages/web/src/player/a.ts', 'packages/web/src/features/entities/z.ts'],
  'web-ui-knows-no-works': ['packages/web/src/ui/a.ts', 'packages/web/src/features/entities/z.ts'],
  'web-domain-beneath-features': ['packages/web/src/domain/a.ts', 'packages/web/src/ui/z.ts'],
  'web-lib-at-the-bottom': ['packages/web/src/lib/b.ts', 'packages/web/src/ui/z.ts'],
  'engine-without-react': ['packages/web/src/player/engine/a.ts', 'react'],
  'nothing-imports-a-test': ['packages/server/src/lib/c.ts', 'packages/server/src/lib/z.test.ts'],
  'no-circles': ['packages/web/src/ui/b.ts', 'packages/web/src/ui/b.ts'],
  'no-orphan-import': ['packages/web/src/ui/c.ts', './nowhere.ts'],
}

beforeAll(async () => {
  planted = await mkdtemp(join(tmpdir(), 'koedana-arrows-'))
  for (const name of ['kysely', 'pg', 'fastify', 'react', 'undici']) {
    await plant(`node_modules/${name}/package.json`, `{"name":"${name}","main":"index.js"}`)
    await plant(`node_modules/${name}/index.js`, '')
  }
  await writeFile(
    join(planted, 'tsconfig.json'),
    '{"compilerOptions":{"module":"NodeNext","allowImportingTsExtensions":true,"noEmit":true}}',
  )
  await mkdir(join(planted, 'bench'))
  await mkdir(join(planted, 'e2e'))
  await mkdir(join(planted, 'scripts'))
  for (const [from, to] of Object.values(wrong)) {
    if (to.startsWith('packages/')) await plant(to, 'export const z = 1\n')
    const target = to.startsWith('packages/') ? join('/', to) : to
    const specifier = to.startsWith('packages/') ? relativeTo(from, target) : to
    await plant(from, `import * as z from '${specifier}'\nexport const a = z\n`)
  }
  await plant('packages/server/src/features/first/a.ts', "export { z as a } from '../second/z.ts'\n")
  await plant('packages/server/src/features/second/b.ts', "export { z as b } from '../first/z.ts'\n")
  for (const feature of ['first', 'second'])
    await plant(`packages/server/src/features/${feature}/z.ts`, 'export const z = 1\n')
  const run = promisify(execFile)
  const failed = await run(process.execPath, [join(root, 'scripts/arrows.ts')], { cwd: planted }).then(
    () => '',
    (error: { stderr?: string }) => error.stderr ?? '',
  )
  output = failed
})

afterAll(() => rm(planted, { recursive: true }))

test.each(Object.keys(wrong))('the arrow %s fires on a planted import', (rule) => {
  expect(output).toContain(`${rule}: ${wrong[rule]?.[0]}`)
})

test('features that need each other are reported, though no module needs itself', () => {
  const features = 'packages/server/src/features'
  expect(output).toContain(`no-circle-between-features: ${features}/first → ${features}/second`)
})

test('a run that reads too few modules fails', () => {
  expect(output).toContain('expected at least')
})

async function plant(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(planted, path)), { recursive: true })
  await writeFile(join(planted, path), content)
}

function relativeTo(from: string, target: string): string {
  return `${'../'.repeat(dirname(from).split('/').length)}${target.slice(1)}`
}
