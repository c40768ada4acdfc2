import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getReady } from '@koedana/contract/about.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { expect, onTestFinished, test } from 'vitest'
import { clientAs } from '../e2e/api.ts'
import { announcedOrigin, temporaryFolder } from '../e2e/server.ts'
import { pack, toJavaScript } from './pack.ts'
import { root } from './run.mjs'

const file = join(root, 'packages/server/src/features/a.ts')

test('a file loses its types and keeps its lines; what it refers to is found beside it', () => {
  const source = `import * as v from 'valibot'
import type { Db } from '../db/schema.ts'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
export * from './b.ts'
const load = async (): Promise<unknown> => import('./c.ts')
new Worker(new URL('./d-worker.ts', import.meta.url))
readFile(new URL('words.bin', import.meta.url))
const above = new URL('../../', callback)
const text: string = 'see ./e.ts'
`
  const { text, files, packages } = toJavaScript(source, file)
  expect(text.split('\n').map((line) => line.trimEnd())).toEqual([
    "import * as v from 'valibot'",
    '',
    "import { join } from 'node:path'",
    "import { api } from '../../../contract/src/api.js'",
    "export * from './b.js'",
    "const load = async ()                   => import('./c.js')",
    "new Worker(new URL('./d-worker.js', import.meta.url))",
    "readFile(new URL('words.bin', import.meta.url))",
    "const above = new URL('../../', callback)",
    "const text         = 'see ./e.ts'",
    '',
  ])
  expect(files.map((path) => path.slice(root.length))).toEqual([
    '/packages/contract/src/api.ts',
    '/packages/server/src/features/b.ts',
    '/packages/server/src/features/c.ts',
    '/packages/server/src/features/d-worker.ts',
    '/packages/server/src/features/words.bin',
  ])
  expect(packages).toEqual(['valibot'])
})

/** Installs every package that the program needs, which takes a minute or two. */
test.runIf(process.env.CI === 'true')(
  'the package, installed in an empty folder, serves the client and the API, and ends when it is asked to',
  { timeout: 600_000 },
  async () => {
    const folder = await temporaryFolder()
    onTestFinished(folder.remove)
    const made = await pack(folder.path)
    const install = [
      'install',
      '--prefer-offline',
      '--omit=dev',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
    ]
    await promisify(execFile)('npm', [...install, '--prefix', folder.path, made], { cwd: folder.path })
    const env = { ...process.env, DATA_DIR: join(folder.path, 'data'), PORT: '0', HOST: '127.0.0.1' }
    const bin = join(folder.path, 'node_modules/.bin/koedana')
    const child = spawn(bin, ['serve'], { cwd: folder.path, env, stdio: ['ignore', 'pipe', 'pipe'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const origin = await announcedOrigin(child)
    const page = await fetch(origin)
    expect(page.headers.get('content-type')).toContain('text/html')
    const [script] = /(?<=src=")\/[^"]+\.js/.exec(await page.text()) ?? []
    expect((await fetch(`${origin}${script}`)).status).toBe(200)
    const call = clientAs(origin, undefined)
    expect(await call(listWorks, {})).toMatchObject({ total: 0, items: [] })
    expect(await call(getReady, {})).toEqual({ ready: true })
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  },
)
