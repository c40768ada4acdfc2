import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CleanupOrder } from './cleanup-process.ts'

const start = `
  import { startCleanupProcess } from ${JSON.stringify(new URL('./start-cleanup-process.ts', import.meta.url).href)}
  startCleanupProcess(JSON.parse(process.argv[1])).stderr.pipe(process.stdout)
  setInterval(() => console.log('waits'), 1_000)`

/** Returns the first output of a keeper or its program, and a function that kills the process that started it. */
async function beginKeeping(kept: CleanupOrder) {
  const args = ['--input-type=module', '-e', start, JSON.stringify(kept)]
  const beginner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(beginner.stdout, 'data')
  return { said: String(said), kill: () => beginner.kill('SIGKILL') }
}

test('a program ends with the process that began it, even one that was killed, and its folder goes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'koedana-kept-'))
  const says =
    'process.on("SIGINT", () => process.exit(0)); setInterval(() => {}, 1_000); console.error("pid " + process.pid)'
  const { said, kill } = await beginKeeping({
    folder,
    program: { path: process.execPath, args: ['-e', says] },
  })
  const pid = Number(/pid (\d+)/.exec(said)?.[1])
  expect(process.kill(pid, 0)).toBe(true)
  kill()
  await expect.poll(() => existsSync(folder)).toBe(false)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('so does a folder without a program', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'koedana-kept-'))
  const { kill } = await beginKeeping({ folder })
  expect(existsSync(folder)).toBe(true)
  kill()
  await expect.poll(() => existsSync(folder)).toBe(false)
})
