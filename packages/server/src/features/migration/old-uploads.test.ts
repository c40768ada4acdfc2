import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Limits the size of files of this process, to simulate a full disk. */
const uploadBounded = `
  import { createOldUploads } from '${new URL('./old-server.ts', import.meta.url).href}'
  const { append } = createOldUploads(process.argv[1])
  const magic = Buffer.from('SQLite format 3\\0')
  const { upload, sizeBytes: at } = await append({ upload: undefined, file: 'database', at: 0, bytes: magic })
  const part = { upload, file: 'database', at }
  const { code } = await append({ ...part, bytes: Buffer.alloc(1_000_000) }).catch((error) => error)
  const { sizeBytes } = await append({ ...part, bytes: Buffer.alloc(100) })
  console.log(code, sizeBytes)
`

test.skipIf(process.platform === 'win32')('a part for which there was no room is sent again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'koedana-uploads-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const args = [process.execPath, '--input-type=module', '-e', uploadBounded, folder]
  const said = execFileSync('/bin/sh', ['-c', 'ulimit -f 8; exec "$@"', 'sh', ...args], { encoding: 'utf8' })
  expect(said).toBe('EFBIG 116\n')
})
