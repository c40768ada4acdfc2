import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scanStorage } from '@koedana/server/features/library/scan/scan-storage.ts'
import { sound } from '@koedana/server/features/library/testing/library.ts'
import { eachEngine } from '@koedana/server/testing/engines.ts'
import { startTestServer, type World } from '@koedana/server/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from './run.mjs'

const text = readFileSync(join(root, 'docs/api.md'), 'utf8')
const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```(?:\n```json\n([\s\S]*?)```)?/g)].map(
  ([, commands = '', printed = '']) => ({ commands, printed: valuesOf(printed) }),
)

/** Parses consecutive JSON values. */
function valuesOf(printed: string): unknown[] {
  const values: unknown[] = []
  let begun = ''
  for (const part of printed.split(/(?<=[}\]])/)) {
    begun += part
    try {
      values.push(JSON.parse(begun))
      begun = ''
    } catch {
      // The value continues in the next part.
    }
  }
  if (begun.trim() !== '') throw new SyntaxError(`no JSON: ${begun}`)
  return values
}

/** Expects every documented field with its type; texts and numbers may differ, except in some fields. */
function expectKinds(promised: unknown, found: unknown, at: string): void {
  if (Array.isArray(promised)) {
    expect([at, Array.isArray(found)]).toEqual([at, true])
    if (Array.isArray(found))
      for (const [index, one] of promised.entries()) expectKinds(one, found[index], `${at}[${index}]`)
  } else if (isRecord(promised)) {
    expect([at, isRecord(found)]).toEqual([at, true])
    if (isRecord(found))
      for (const [key, value] of Object.entries(promised)) expectKinds(value, found[key], `${at}.${key}`)
  } else expect([at, typeof found]).toEqual([at, typeof promised])
  if (/\.(status|code|bytes|total|ready|rating)$/.test(at)) expect([at, found]).toEqual([at, promised])
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasTools = ['curl', 'jq', 'bash'].every((name) => spawnSync(name, ['--version']).error === undefined)

describe.skipIf(!hasTools)('docs/api.md', () => {
  eachEngine((engine) => {
    let w: World
    let folder: string
    let origin: string
    beforeAll(async () => {
      w = await startTestServer(engine)
      folder = realpathSync(mkdtempSync(join(tmpdir(), 'koedana-api-docs-')))
      const work = join(folder, 'shelf', 'RJ90000001')
      mkdirSync(work, { recursive: true })
      writeFileSync(join(work, '02 雨.wav'), sound('rain'))
      const maker = { id: 'RG90001', name: 'Moss' }
      await w.make([
        { id: 'RJ90000001', name: 'Rain', ageCategory: 'all', maker, sales: 9 },
        { id: 'RJ90000002', name: 'Moss', ageCategory: 'all', maker, sales: 3 },
      ])
      await w.signIn({ username: 'haruka', password: 'a long password 1' })
      await scanStorage({
        database: { read: w.deps.database.read, write: w.deps.write },
        root: join(folder, 'shelf'),
        unknownAge: 'all',
        coversFolder: join(folder, 'covers'),
        now: () => new Date(),
        report: () => {},
      })
      await w.deps.catalogue.caughtUp()
      origin = await w.app.listen({ port: 0, host: '127.0.0.1' })
    })
    afterAll(async () => {
      await w.close()
      rmSync(folder, { recursive: true })
    })

    test('what is printed there is what a server sends', async () => {
      const end = '--- the end of a block ---'
      const script = blocks.map(({ commands }) => `${commands}echo '${end}'`).join('\n')
      const typed = script.replace('http://127.0.0.1:8330', origin)
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', typed], { cwd: folder })
      const outputs = stdout.split(end).slice(0, -1).map(valuesOf)
      expect(outputs).toHaveLength(blocks.length)
      for (const [index, { commands, printed }] of blocks.entries()) {
        const received = outputs[index] ?? []
        expect([commands, received.length]).toEqual([commands, printed.length])
        for (const [at, promised] of printed.entries()) expectKinds(promised, received[at], `${index}/${at}`)
      }
    })
  })
})
