// @module-tag large
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-cli-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a wrong environment reports every problem and ends with 1', async () => {
  const { code, errors } = await koedana(['serve'], { PORT: 'x', PUBLIC_URL: 'y' })
  expect(code).toBe(1)
  expect(errors.trim().split('\n')).toEqual([
    'PORT must be a number from 0 to 65535.',
    'PUBLIC_URL must start with http:// or https://.',
  ])
})

test('a port that is taken is reported, with a way on, and the program ends', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const { code, errors } = await koedana(['serve'], { PORT: port })
  taken.close()
  expect(code).toBe(1)
  expect(errors).toContain(`Port ${port} is taken by another program.`)
})

test('a database that does not respond is reported in plain words', async () => {
  const { code, errors } = await koedana(['export'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect(code).toBe(1)
  expect(errors).toMatch(/^The database named by DATABASE_URL cannot be opened: .+\n$/)
})

test.each([
  [[], 'Usage: koedana [options] [command]'],
  [['dance'], "unknown command 'dance'"],
  [['import'], "missing required argument 'file'"],
  [['scan', 'x'], "required option '--age <rating>' not specified"],
  [['scan', 'x', '--age', 'old'], 'Allowed choices are all, r15, r18.'],
  [['scan', 'x', '--age', 'all', '--accept-los'], '(Did you mean --accept-loss?)'],
  [['user'], 'reset-password <name>'],
  [['import-kikoeru', 'x', '--root', 'name'], 'It must have the form NAME=VALUE.'],
])('the invalid command line %j is explained and ends with 2', async (args, reason) => {
  const { code, errors } = await koedana(args)
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(reason) })
})

test.each([
  [['--help'], 'import-audiobookshelf'],
  [['help', 'scan'], '--accept-loss'],
  [['scan', '--help'], '--accept-loss'],
  [['user', 'add', '--help'], '--role <role>'],
  [['--version'], '0.1.0'],
])('%j prints help or the version without reading the settings', async (args, expected) => {
  const { code, output, errors } = await koedana(args, { PORT: 'x' })
  expect({ code, output, errors }).toEqual({ code: 0, output: expect.stringContaining(expected), errors: '' })
})

test('a file that does not exist is reported', async () => {
  expect(await koedana(['import', 'nowhere.jsonl'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Cannot read the file'),
  })
})

test('a feed goes in, its refused lines are reported, and comes out again', async () => {
  const feed = join(folder, 'feed.jsonl')
  await writeFile(feed, '{"id":"RJ90000001","name":"雨"}\nnot json\n')
  const imported = await koedana(['import', feed])
  expect(imported).toMatchObject({ code: 0 })
  expect(imported.output).toBe(
    '2 lines read: 1 works added, 0 updated, 0 unchanged, 1 lines rejected.\nline 2: The line is not JSON.\n',
  )
  const exported = await koedana(['export'])
  expect(exported.output.split('\n')[1]).toContain('"id":"RJ90000001","name":"雨"')
})

test('a folder that is missing or empty, as a lost mount is, ends with a reason and 1', async () => {
  expect((await koedana(['scan', join(folder, 'gone'), '--age', 'all'])).code).toBe(1)
  await mkdir(join(folder, 'empty'))
  const { code, output } = await koedana(['scan', join(folder, 'empty'), '--age', 'all'])
  expect({ code, reported: output.includes('empty') }).toEqual({ code: 1, reported: true })
})

test('several that start on one new folder at once all find it ready', async () => {
  const responses = await Promise.all(Array.from({ length: 4 }, () => koedana(['export'])))
  expect(responses.map(({ errors }) => errors)).toEqual(['', '', '', ''])
  expect(responses.map(({ output }) => output)).toEqual(new Array(4).fill('{"koedana":1}\n'))
})

test('an import goes behind all others, and ends in words when it is interrupted; what is in stays', async () => {
  const child = begin(['import', '-'])
  const [errors, ended] = [text(child.stderr), once(child, 'exit')]
  const lines = Array.from({ length: 3_000 }, (_, at) => `{"id":"RJ${90_000_001 + at}","name":"雨"}\n`)
  child.stdin.write(lines.join(''))
  // The input is still open, so the import is in progress.
  await expect.poll(countWorks).toBeGreaterThan(0)
  expect(getPriority(child.pid)).toBe(constants.priority.PRIORITY_LOW)
  child.kill('SIGTERM')
  const [code] = await ended
  expect(code).toBe(1)
  const stored = Number(/^Stopped after (\d+) lines, which are imported\./.exec(await errors)?.[1])
  expect(stored).toBeGreaterThan(0)
  expect(countWorks()).toBe(stored)
})

function countWorks(): number {
  try {
    const database = new Database(join(folder, 'data', 'koedana.sqlite'), { readonly: true })
    const count = database.prepare('select count(*) from work').pluck().get()
    database.close()
    return Number(count)
  } catch {
    return 0
  }
}

test('a server with connections that say half of something ends when it is stopped', async () => {
  const child = begin(['serve'], { PORT: '0', HOST: '127.0.0.1' })
  let received = ''
  child.stdout.on('data', (chunk) => {
    received += String(chunk)
  })
  const portOf = () => Number(/Koedana is at \S+:(\d+)\n/.exec(received)?.[1])
  await expect.poll(portOf).toBeGreaterThan(0)
  const sockets = ['', 'GET / HTTP/1.1\r\nHost:', 'POST /api/v3/auth/login HTTP/1.1\r\nHost: a\r\n'].map(
    (words) =>
      connect(portOf(), '127.0.0.1', function (this: { write: (words: string) => void }) {
        this.write(words)
      }).on('error', () => undefined),
  )
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await ended
  expect(code).toBe(0)
})

const begin = (args: readonly string[], more: Record<string, string> = {}) =>
  spawn(process.execPath, [main, ...args], {
    env: { ...process.env, DATA_DIR: join(folder, 'data'), ...more },
  })

function koedana(args: readonly string[], more: Record<string, string> = {}) {
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), ...more }
  return new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (error, output, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors })
    })
  })
}
