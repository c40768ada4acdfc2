import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { findSetting, saveSetting } from '../../db/settings.store.ts'
import { isSealed } from '../../lib/vault.ts'
import { eachEngine } from '../../testing/engines.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'
import { examineVault, openVault } from './open-vault.ts'
import { listSealedSecrets } from './sealed-secrets.store.ts'

/** Runs the SQL statements that the manual gives for a lost key. */
const withoutKey = () => {
  const manual = readFileSync(new URL('../../../../../docs/operate.md', import.meta.url), 'utf8')
  const [, statements = ''] = /### Lost key.*?```sql\n(.*?)```/s.exec(manual) ?? []
  return statements.trim().split('\n')
}

const proxyUrl = 'http://haruka:moss7@proxy.example:3128/'

eachEngine((engine) => {
  let w: World
  afterEach(() => w.close())

  /** Reads everything that is stored, as a thief of the database would. */
  const stored = async () => {
    const { db } = w.deps
    const [settings, keys, sessions] = await Promise.all([
      db.selectFrom('setting').selectAll().execute(),
      db.selectFrom('access_key').selectAll().execute(),
      db.selectFrom('session').selectAll().execute(),
    ])
    return { settings, keys, all: JSON.stringify([settings, keys, sessions]) }
  }

  test('no secret lies in clear in the database', async () => {
    w = await startTestServer(engine)
    const admin = await w.signIn({ role: roleOf.admin })
    await admin.call(api.updateSiteSettings, { body: { marketplace: { proxyUrl } } })
    const { items } = await admin.call(api.createKeys, { body: { count: 1 } })
    await admin.call(api.endAllLinks, {})
    const { settings, all } = await stored()
    for (const secret of [w.deps.secret(), w.deps.epoch(), items[0]?.code, 'moss7', admin.token]) {
      expect(secret).toBeTruthy()
      expect(all).not.toContain(secret)
    }
    const sealed = settings.filter(({ value }) => isSealed(value)).map(({ name }) => name)
    expect(sealed.toSorted()).toEqual(['linkSecret', 'marketplace', 'vaultCheck', 'visitorEpoch'])
    expect(w.deps.site.current().marketplace.proxyUrl).toBe(proxyUrl)
    expect((await admin.call(api.listKeys, { query: {} })).items).toEqual(items)
  })

  test('what lay in clear from before is sealed at the start, and goes on', async () => {
    const open = async () => {
      const database = await engine.open()
      await saveSetting(database.write, 'linkSecret', 'the secret from before')
      const row = { id: 'k', code: 'KOE-OLD', count: 1, note: '', created_at: '2026-01-01T00:00:00.000Z' }
      await database.write.insertInto('access_key').values(row).execute()
      return database
    }
    w = await startTestServer({ ...engine, open })
    const { keys, all } = await stored()
    expect(all).not.toMatch(/from before|KOE-OLD/)
    expect(keys[0]?.code_hash).not.toBeNull()
    expect(w.deps.secret()).toBe('the secret from before')
    const body = { username: 'haruka', password: 'lantern moss 7', key: 'koe-old' }
    await expect(w.call(api.register, { body })).resolves.toBeDefined()
  })

  test('what is sealed is examined: whether the key is there, is the right one, and opens everything', async () => {
    w = await startTestServer(engine)
    const { db: read, write } = w.deps
    const folder = mkdtempSync(join(tmpdir(), 'koedana-vault-'))
    const send = (secretKey?: string) => examineVault({ read, dataFolder: folder, secretKey })
    expect(await send()).toEqual({
      isWhole: false,
      words: expect.stringContaining('secret.key is missing'),
    })
    expect(existsSync(join(folder, 'secret.key'))).toBe(false)
    expect((await send('another key of some length too...')).words).toContain('sealed with another key')
    await write.deleteFrom('setting').execute()
    const vault = await openVault({ write, dataFolder: folder })
    await saveSetting(write, 'linkSecret', vault.seal('secret', 'linkSecret'))
    expect(await send()).toEqual({ isWhole: true, words: 'The key opens all 2 sealed secrets.' })
    await saveSetting(write, 'linkSecret', vault.seal('secret', 'something else'))
    const { isWhole, words } = await send()
    expect([isWhole, words]).toEqual([
      false,
      expect.stringContaining('Of 2 sealed secrets 1 cannot be opened: linkSecret.'),
    ])
    rmSync(folder, { recursive: true })
  })

  test('another key opens nothing, and says so; the same one opens all', async () => {
    w = await startTestServer(engine)
    const { write } = w.deps
    const folder = mkdtempSync(join(tmpdir(), 'koedana-vault-'))
    const key = join(folder, 'secret.key')
    await expect(openVault({ write, dataFolder: folder })).rejects.toThrow(`${key} is missing`)
    expect(existsSync(key)).toBe(false)
    writeFileSync(key, 'another key of some length too...')
    await expect(openVault({ write, dataFolder: folder })).rejects.toThrow('sealed with another key')
    await write.deleteFrom('setting').where('name', '=', 'vaultCheck').execute()
    await expect(openVault({ write, dataFolder: folder })).rejects.toThrow('sealed with another key')
    expect(await findSetting(write, 'vaultCheck')).toBeUndefined()
    writeFileSync(key, '')
    await expect(openVault({ write, dataFolder: folder })).rejects.toThrow(`${key} is cut off`)
    rmSync(key)
    mkdirSync(key)
    await expect(openVault({ write, dataFolder: folder })).rejects.toThrow(`${key} cannot be read`)
    rmSync(key, { recursive: true })
    await write.deleteFrom('setting').execute()
    const vault = await openVault({ write, dataFolder: folder })
    const again = await openVault({ write, dataFolder: folder })
    expect(again.open(vault.seal('text', 'test'), 'test')).toBe('text')
    rmSync(folder, { recursive: true })
  })

  test('where the key is lost, the statements of the manual let the server start with a new one', async () => {
    w = await startTestServer(engine)
    const { write, vault } = w.deps
    const admin = await w.signIn({ role: roleOf.admin, ageRestriction: 'r15' })
    await admin.call(api.updateSiteSettings, { body: { marketplace: { proxyUrl } } })
    await admin.call(api.createKeys, { body: { count: 1 } })
    await admin.call(api.createAppPassword, { body: { name: 'phone', scopes: ['subsonic'] } })
    const settings = {
      kind: 'webdav',
      url: 'https://nas.example/',
      user: 'haruka',
      password: 'moss7',
    } as const
    await admin.call(api.createStorage, { body: { name: 'shelf', settings, unknownAge: 'all' } })
    await admin.call(api.saveDriveApp, {
      params: { provider: 'dropbox' },
      body: { clientId: 'app', clientSecret: 'moss7' },
    })
    const at = '2026-01-01T00:00:00.000Z'
    const sealed = vault.seal('text', 'test')
    const account = { provider: 'dropbox', account_id: 'a', name: 'a', state: 'linked' } as const
    await write
      .insertInto('drive_account')
      .values({ ...account, tokens: sealed, state_since: at, linked_at: at })
      .execute()
    const { key: user_key } = await write.selectFrom('user').select('key').executeTakeFirstOrThrow()
    await write.insertInto('old_password').values({ user_key, sealed }).execute()
    expect((await listSealedSecrets(write)).map(({ name }) => name.replace(/ \S+$/, ''))).toEqual(
      expect.arrayContaining([
        'access key',
        'app password',
        'app of',
        'drive',
        'storage',
        'old password of account',
      ]),
    )

    const folder = mkdtempSync(join(tmpdir(), 'koedana-vault-'))
    for (const statement of withoutKey()) await sql.raw(statement).execute(write)
    await openVault({ write, dataFolder: folder })
    expect(await examineVault({ read: write, dataFolder: folder })).toMatchObject({ isWhole: true })
    expect(await admin.call(api.listDrives, {})).toMatchObject({ accounts: [{ state: 'relink' }] })
    rmSync(folder, { recursive: true })
  })
})
