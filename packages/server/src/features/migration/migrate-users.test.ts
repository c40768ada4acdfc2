import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { eachEngine } from '../../testing/engines.ts'
import { type MigrationFixture, migrationFixture, noon } from './testing/migration-fixture.ts'
import { oldHash } from './testing/old-kikoeru.ts'

const admin = { name: 'haruka', password: oldHash('quiet moss 1'), group: 'administrator' }
const listener = { name: 'midori', password: oldHash('paper boat 2'), group: 'user' }
const _at = '2024-05-06 07:08:09'
const _atMs = Date.UTC(2024, 4, 6, 7, 8, 9)

eachEngine((engine) => {
  let database: Database
  let m: MigrationFixture
  beforeEach(async () => {
    database = await engine.open()
  })
  afterEach(async () => {
    m.remove()
    await database.close()
  })

  test('accounts keep what they have here, and names that cannot be are reported', async () => {
    m = migrationFixture(database, 'project')
    const at = noon.toISOString()
    const here = { id: 'x', role: 1 as const, status: 'active' as const, age_restriction: 'r15' as const }
    await database.write
      .insertInto('user')
      .values({
        ...here,
        username: 'Haruka',
        username_key: 'haruka',
        name_skeleton: 'haruka',
        password_hash: 'ours',
        last_seen_at: at,
        created_at: at,
        updated_at: at,
      })
      .execute()
    m.old.insert(
      't_user',
      admin,
      listener,
      { ...listener, name: 'ＭＩＤＯＲＩ' },
      { ...listener, name: 'a b' },
      { ...listener, name: 'guest', group: 'guest', password: oldHash('guest') },
      { ...admin, name: 'admin', password: oldHash('admin') },
      { ...listener, name: '', password: 'x' },
    )
    const report = await m.move({ names: new Map([['a b', 'a.b']]) })
    expect(report.unmatched).toEqual([
      { table: 't_user', name: '/', reason: 'unreadable' },
      { table: 't_user', name: 'ＭＩＤＯＲＩ', reason: 'nameTaken', old: 'ＭＩＤＯＲＩ' },
    ])
    const accounts = await database.read
      .selectFrom('user')
      .leftJoin('old_password', 'old_password.user_key', 'user.key')
      .select(['username', 'role', 'age_restriction', 'password_hash', 'sealed'])
      .orderBy('username_key')
      .execute()
    const sealed = expect.stringMatching(/^sealed2\./)
    expect(
      accounts.toSorted((a, b) => (a.username.toLowerCase() < b.username.toLowerCase() ? -1 : 1)),
    ).toEqual([
      { username: 'a.b', role: 1, age_restriction: 'all', password_hash: null, sealed },
      // The passwords of these two are well-known defaults.
      { username: 'admin', role: 3, age_restriction: 'r18', password_hash: null, sealed: null },
      { username: 'guest', role: 1, age_restriction: 'all', password_hash: null, sealed: null },
      { username: 'Haruka', role: 1, age_restriction: 'r15', password_hash: 'ours', sealed: null },
      { username: 'midori', role: 1, age_restriction: 'all', password_hash: null, sealed },
    ])
    expect(report.notes).toContainEqual({
      code: 'import.noPassword',
      values: { username: 'admin', command: 'koedana user reset-password admin' },
    })
  })
})
