// @module-tag large
/** File and folder errors on the command line are reported in words, never with a stack trace. */
import { execFile, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { composeSound, encodeWav } from '@koedana/fakes/demo/sound.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koedana-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const line = (i: number) =>
  JSON.stringify({ id: `RJ${80_000_000 + i}`, name: `Work ${i} ${hash('sha256', String(i))}` })
const manyLines = Array.from({ length: 3_000 }, (_, i) => `${line(i)}\n`).join('')

test.each([
  ['empty.jsonl.gz', () => Buffer.alloc(0), 'The catalog file FILE is empty.'],
  [
    'false.jsonl.gz',
    () => Buffer.from(manyLines),
    'The catalog file FILE is not compressed with gzip, or is corrupted.',
  ],
  [
    'short.jsonl.gz',
    () => gzipSync(line(1)).subarray(0, 30),
    'The catalog file FILE is incomplete: it ends in the middle.',
  ],
  [
    'other.jsonl',
    () => Buffer.from(`{"koedana":2}\n${manyLines}`),
    'The file has version 2, but this server reads version 1.',
  ],
])('%s is reported in words, without a stack, and ends with 1', async (name, bytes, sentence) => {
  const feed = join(folder, name)
  await writeFile(feed, bytes())
  expect(await koedana(['import', feed])).toEqual({
    code: 1,
    output: '',
    errors: `${sentence.replace('FILE', feed)} Nothing was imported.\n`,
  })
  expect((await koedana(['export'])).output).toBe('{"koedana":1}\n')
})

test('a packed feed that is cut off says how much of it is in; whole, it goes in with the rest', async () => {
  const feed = join(folder, 'feed.jsonl.gz')
  const packed = gzipSync(manyLines)
  await writeFile(feed, packed.subarray(0, packed.length - 200))
  const { code, output, errors } = await koedana(['import', feed])
  expect({ code, output }).toEqual({ code: 1, output: '' })
  const printed =
    /^The catalog file (.+) is incomplete: it ends in the middle\. The (\d+) lines before it are imported\. Run the command again with a complete file\.\n$/.exec(
      errors,
    )
  expect(printed?.[1]).toBe(feed)
  const stored = (await koedana(['export'])).output.trim().split('\n').length - 1
  expect(stored).toBe(Number(printed?.[2]))
  await writeFile(feed, packed)
  expect((await koedana(['import', feed])).output).toContain(`${3_000 - stored} works added`)
})

test('a folder where a file belongs, and the other way round, is reported in words', async () => {
  const printed = async (...args: string[]) => {
    const { code, output, errors } = await koedana(args)
    return { code, output, errors: errors.replaceAll(folder, 'HERE') }
  }
  const refused = (errors: string) => ({ code: 1, output: '', errors: `${errors}\n` })
  const file = join(folder, 'file')
  await writeFile(file, '')
  expect(await printed('import', folder)).toEqual(
    refused('The catalog file HERE is a folder, not a file. Nothing was imported.'),
  )
  expect(await printed('export', folder)).toEqual(refused('HERE is a folder. Name a file in it.'))
  expect(await printed('export', join(folder, 'none', 'feed'))).toEqual(
    refused('There is no folder HERE/none.'),
  )
  expect(await printed('export', join(file, 'feed'))).toEqual(refused('There is no folder HERE/file.'))
  expect(await printed('scan', file, '--age', 'all')).toEqual(refused('HERE/file is a file, not a folder.'))
})

test('a scan rejects system folders and the data folder', async () => {
  const data = join(folder, 'data')
  const covers = join(data, 'covers')
  await mkdir(covers, { recursive: true })
  for (const path of ['/dev', data, covers]) {
    const { code, output, errors } = await koedana(['scan', path, '--age', 'all'])
    expect({ code, output, errors }).toEqual({
      code: 1,
      output: '',
      errors: `${path} is a system folder or the data folder. Choose the folder that contains your works.\n`,
    })
  }
})

test.skipIf(!existsSync('/dev/full'))('an export reports a full disk', async () => {
  await koedana(['import', await fileOf(manyLines)])
  const { code, errors } = await koedana(['export', '/dev/full'])
  expect({ code, errors }).toEqual({ code: 1, errors: 'The disk is full: /dev/full is incomplete.\n' })
})

test('an export that nobody reads to its end says so, without a stack', async () => {
  await koedana(['import', await fileOf(manyLines)])
  const child = spawn(process.execPath, [main, 'export'], { env: environment() })
  child.stdout.once('data', () => child.stdout.destroy())
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect({ code, errors }).toEqual({
    code: 1,
    errors: 'The catalog file is incomplete: the program that read the output has ended.\n',
  })
})

test('a folder that is lost while it is scanned ends with a reason and 1, and nothing is taken for gone', async () => {
  const root = join(folder, 'library')
  for (let i = 0; i < 400; i++) {
    const work = join(root, `RJ${334_000 + i}`)
    await mkdir(work, { recursive: true })
    await writeFile(join(work, '1.wav'), encodeWav(composeSound(String(i), 0.05)))
  }
  expect((await koedana(['scan', root, '--age', 'all'])).code).toBe(0)
  const later = new Date(Date.now() + 60_000)
  for (let i = 0; i < 400; i++) await utimes(join(root, `RJ${334_000 + i}`, '1.wav'), later, later)
  const child = spawn(process.execPath, [main, 'scan', root, '--age', 'all'], { env: environment() })
  // Simulates an unmounted disk, which leaves an empty folder.
  child.stdout.once('data', () => {
    renameSync(root, `${root}-away`)
    mkdirSync(root)
  })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  expect({ code, errors }).toEqual({ code: 1, errors: '' })
  expect(output.trim().split('\n').at(-1)).toBe(
    `${root} was disconnected during the scan. Files read until then are added, and none was marked missing. Connect the disk and scan again.`,
  )
  expect(readdirSync(root)).toEqual([])
  rmdirSync(root)
  renameSync(`${root}-away`, root)
  const again = await koedana(['scan', root, '--age', 'all'])
  expect(again.code).toBe(0)
  expect(again.output).toContain('400 works (0 new)')
  expect(again.output).toMatch(/0 new, \d+ changed, 0 moved, \d+ unchanged, 0 missing\./)
})

async function fileOf(content: string): Promise<string> {
  const file = join(folder, 'many.jsonl')
  await writeFile(file, content)
  return file
}

const environment = () => ({ ...process.env, DATA_DIR: join(folder, 'data') })

function koedana(args: readonly string[]) {
  const env = environment()
  return new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (error, output, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors })
    })
  })
}
