import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeMigrationCopy, migrationCopyName, removeObsoleteCopies } from './migration-copies.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'koedana-copies-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const put = (name: string, hours: number) => {
  writeFileSync(join(folder, name), 'a copy')
  utimesSync(join(folder, name), hoursAgo(hours), hoursAgo(hours))
  return name
}

test('a copy has its name once it is whole, and one that fails leaves nothing', async () => {
  const name = migrationCopyName(new Date(), '0046-app-passwords', 'sqlite')
  await makeMigrationCopy(folder, name, async (path) => {
    writeFileSync(path, 'half')
    expect(existsSync(join(folder, name))).toBe(false)
    writeFileSync(path, 'whole')
  })
  expect(readdirSync(folder)).toEqual([name])
  const failing = makeMigrationCopy(folder, `other-${name}`, async (path) => {
    writeFileSync(path, 'half')
    throw new Error('the disk is full')
  })
  await expect(failing).rejects.toThrow('the disk is full')
  expect(readdirSync(folder)).toEqual([name])
})

test('of a start that is tried again and again the newest copy stays, with those of other versions and other days', async () => {
  const nameOf = (hours: number, step: string, ending: 'sqlite' | 'tar' = 'sqlite') =>
    put(migrationCopyName(hoursAgo(hours), step, ending), hours)
  const made = nameOf(0, '0046-app-passwords')
  const outdone = [nameOf(1, '0046-app-passwords'), nameOf(2, '0046-app-passwords')]
  const left = put(`${migrationCopyName(hoursAgo(3), '0046-app-passwords', 'sqlite')}.part`, 3)
  const kept = [
    made,
    nameOf(30, '0046-app-passwords'),
    nameOf(1, '0041-home'),
    nameOf(1, '0046-app-passwords', 'tar'),
    put(`${migrationCopyName(hoursAgo(0), '0041-home', 'sqlite')}.part`, 0),
    put('before-migration-2026-11-25T03-41-07.000Z.sqlite', 1),
    put('koedana-2026-11-25T03-41-07Z.tar', 1),
  ]
  await removeObsoleteCopies(folder, made)
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted())
  for (const name of [...outdone, left]) expect(kept).not.toContain(name)
})
