import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a program ends with the process that began it, even one that was killed, and its folder goes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'koedana-kept-'))
  const says =
    'console.error(process.pid); setInterval(() => {}, 1_000); process.on("SIGINT", () => process.exit(0))'
  const start = `
    import { startKept } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)}
    startKept(JSON.parse(process.argv[1])).stderr.pipe(process.stdout)`
  const kept = { program: process.execPath, args: ['-e', says], folder }
  const beginner = spawn(process.execPath, ['--input-type=module', '-e', start, JSON.stringify(kept)])
  const [pid] = await once(beginner.stdout, 'data')
  beginner.kill('SIGKILL')
  await expect.poll(() => existsSync(folder)).toBe(false)
  expect(() => process.kill(Number(String(pid)), 0)).toThrow('ESRCH')
})
