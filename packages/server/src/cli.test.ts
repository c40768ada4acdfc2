import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-cli-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a wrong environment tells every problem and ends with 1', async () => {
  const { code, errors } = await koedana(['serve'], { PORT: 'x', PUBLIC_URL: 'y' })
  expect(code).toBe(1)
  expect(errors.trim().split('\n')).toEqual([
    'PORT must be a number from 0 to 65535.',
    'PUBLIC_URL must start with http:// or https://.',
  ])
})

test('a port that is taken is told, with a way on, and the program ends', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const { code, errors } = await koedana(['serve'], { PORT: port })
  taken.close()
  expect(code).toBe(1)
  expect(errors).toContain(`Port ${port} is taken by another program.`)
})

test('a database that does not answer is told in plain words', async () => {
  const { code, errors } = await koedana(['export'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect(code).toBe(1)
  expect(errors).toMatch(/^The database named by DATABASE_URL cannot be opened: .+\n$/)
})

test('wrong words say what is missing', async () => {
  expect((await koedana([])).errors).toContain('Usage: koedana COMMAND')
  expect((await koedana(['dance'])).code).toBe(1)
  expect((await koedana(['import'])).errors).toContain('Which file?')
  expect((await koedana(['import', 'nowhere.jsonl'])).errors).toContain('There is no file')
  expect((await koedana(['scan', folder])).errors).toContain('--age all')
  expect((await koedana(['scan', folder, '--age', 'old'])).code).toBe(1)
})

test('a feed goes in, its refused lines are told, and comes out again', async () => {
  const feed = join(folder, 'feed.jsonl')
  await writeFile(feed, '{"id":"RJ90000001","name":"雨"}\nnot json\n')
  const imported = await koedana(['import', feed])
  expect(imported).toMatchObject({ code: 0 })
  expect(imported.output).toBe(
    '2 lines read: 1 works added, 0 updated, 0 unchanged, 1 lines refused.\nline 2: is not JSON\n',
  )
  const exported = await koedana(['export'])
  expect(exported.output.split('\n')[1]).toContain('"id":"RJ90000001","name":"雨"')
})

test('a folder that is missing or empty, as a lost mount is, ends with a reason and 1', async () => {
  expect((await koedana(['scan', join(folder, 'gone'), '--age', 'all'])).code).toBe(1)
  await mkdir(join(folder, 'empty'))
  const { code, output } = await koedana(['scan', join(folder, 'empty'), '--age', 'all'])
  expect({ code, told: output.includes('empty') }).toEqual({ code: 1, told: true })
})

test('several that start on one new folder at once all find it ready', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => koedana(['export'])))
  expect(answers.map(({ errors }) => errors)).toEqual(['', '', '', ''])
  expect(answers.map(({ output }) => output)).toEqual(new Array(4).fill('{"koedana":1}\n'))
})

function koedana(args: readonly string[], more: Record<string, string> = {}) {
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), ...more }
  return new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (error, output, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors })
    })
  })
}
