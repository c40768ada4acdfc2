import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { removeOrphanedFolders, temporaryFolder } from './temporary-folders.ts'

function make(path: string): string {
  mkdirSync(path)
  writeFileSync(join(path, 'unpacked'), 'sound')
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('what a process left that is gone is removed, and nothing else', async () => {
  const { pid: gone } = spawnSync(process.execPath, ['--version'])
  const own = String(process.pid)
  const ofPid = (pid: number) => temporaryFolder('scan').replace(`-${own}-`, `-${pid}-`)
  const left = make(ofPid(gone))
  const leftByMigration = make(ofPid(gone).replace('-scan-', '-migration-'))
  const ofSameNumber = make(temporaryFolder('scan'))
  const used = make(ofPid(process.ppid))
  const other = make(join(tmpdir(), `koedana-scan-${gone}-something`))
  await removeOrphanedFolders()
  expect([left, leftByMigration, ofSameNumber].filter(existsSync)).toEqual([])
  expect([used, other].filter(existsSync)).toEqual([used, other])
})
