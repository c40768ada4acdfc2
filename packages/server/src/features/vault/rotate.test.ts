import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createVault } from '../../lib/vault.ts'
import { eachEngine } from '../../testing/engines.ts'
import { secretKey, startTestServer, type World } from '../../testing/test-server.ts'
import { tokenPurpose } from '../drives/encryption-contexts.rules.ts'
import { openVault } from './open-vault.ts'
import { rotateSecret } from './rotate.ts'
import { codeHash, listSealedSecrets, resealAll } from './sealed-secrets.store.ts'

const newKey = 'another key that is long enough too'

eachEngine((engine) => {
  let w: World
  let folder: string
  const path = (name: string) => join(folder, name)
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'koedana-rotate-'))
    w = await startTestServer(engine)
    await sealOneOfEach(w)
  })
  afterEach(async () => {
    await w.close()
    rmSync(folder, { recursive: true })
  })

  const opened = async (key: string) => {
    const vault = createVault(key)
    return (await listSealedSecrets(w.deps.db))
      .map(({ text, purpose }) => vault.open(text, purpose))
      .toSorted()
  }

  test('all secrets are opened by the new key alone, and found by it', async () => {
    const { write, db } = w.deps
    const before = await opened(secretKey)
    expect(before).toEqual(
      expect.arrayContaining(['moss7', 'koedana', 'tokens of a drive', 'an old password']),
    )
    const rotation = { write, dataFolder: folder, secretKey, newSecretKey: newKey }
    expect(await rotateSecret(rotation)).toBe(before.length)
    expect(await opened(newKey)).toEqual(before)
    for (const { text, purpose } of await listSealedSecrets(db))
      expect(() => createVault(secretKey).open(text, purpose)).toThrow('another key')
    const vault = createVault(newKey)
    const key = await db.selectFrom('access_key').selectAll().executeTakeFirstOrThrow()
    expect(key.code_hash).toBe(codeHash(vault, vault.open(key.code, 'accessKey')))
    const app = await db.selectFrom('app_password').selectAll().executeTakeFirstOrThrow()
    expect(app.secret_hash).toBe(vault.digest(vault.open(app.secret, 'appPassword'), 'appPassword'))
    await expect(openVault({ write, dataFolder: folder, secretKey: newKey })).resolves.toBeDefined()
    // A second call changes nothing.
    const rows = await listSealedSecrets(db)
    expect(await rotateSecret(rotation)).toBe(0)
    expect(await listSealedSecrets(db)).toEqual(rows)
  })

  test('a secret that cannot be opened stops the rotation, and everything stays', async () => {
    const { write, db } = w.deps
    await write.updateTable('old_password').set({ sealed: 'sealed2.AAAA' }).execute()
    const before = await listSealedSecrets(db)
    const rotation = { write, dataFolder: folder, secretKey, newSecretKey: newKey }
    await expect(rotateSecret(rotation)).rejects.toThrow('another key')
    expect(await listSealedSecrets(db)).toEqual(before)
  })

  test('a key in the data folder is replaced, also where a process was killed at any moment', async () => {
    const { write } = w.deps
    writeFileSync(path('secret.key'), secretKey)
    const rotate = () => rotateSecret({ write, dataFolder: folder })
    const before = await opened(secretKey)
    // Killed before the transaction: the server continues with the old key, and the next call uses the key already created.
    writeFileSync(path('secret.key.next'), newKey)
    await openVault({ write, dataFolder: folder })
    expect(readFileSync(path('secret.key'), 'utf8')).toBe(secretKey)
    expect(await rotate()).toBe(before.length)
    expect(readFileSync(path('secret.key'), 'utf8')).toBe(newKey)
    expect(existsSync(path('secret.key.next'))).toBe(false)
    // Killed after the transaction: the next start moves the new key into place.
    const third = 'a third key that is long enough too'
    writeFileSync(path('secret.key.next'), third)
    const vaults = { from: createVault(newKey), to: createVault(third) }
    await write.transaction().execute((tx) => resealAll(tx, vaults))
    await openVault({ write, dataFolder: folder })
    expect(readFileSync(path('secret.key'), 'utf8')).toBe(third)
    expect(await rotate()).toBe(before.length)
    const made = readFileSync(path('secret.key'), 'utf8')
    expect(made).toMatch(/^[\w-]{43}$/)
    expect(statSync(path('secret.key')).mode & 0o777).toBe(0o600)
    expect(await opened(made)).toEqual(before)
  })

  test('the keys have to be said as the server has them', async () => {
    const { write } = w.deps
    const rotate = (keys: { secretKey?: string; newSecretKey?: string }) =>
      rotateSecret({ write, dataFolder: folder, ...keys })
    await expect(rotate({ secretKey })).rejects.toThrow('NEW_SECRET_KEY')
    await expect(rotate({ secretKey, newSecretKey: secretKey })).rejects.toThrow('another key')
    await expect(rotate({ newSecretKey: newKey })).rejects.toThrow('SECRET_KEY')
    await expect(rotate({})).rejects.toThrow('There is no key')
  })
})

async function sealOneOfEach({ deps: { write, vault }, signIn }: World): Promise<void> {
  const admin = await signIn({ role: roleOf.admin, ageRestriction: 'r15' })
  const proxyUrl = 'http://haruka:moss7@proxy.example:3128/'
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
  const owner = { provider: 'dropbox', account_id: 'a' } as const
  const tokens = vault.seal('tokens of a drive', tokenPurpose(owner))
  await write
    .insertInto('drive_account')
    .values({ ...owner, name: 'a', state: 'linked', tokens, state_since: at, linked_at: at })
    .execute()
  const { key: user_key } = await write.selectFrom('user').select('key').executeTakeFirstOrThrow()
  const sealed = vault.seal('an old password', 'oldPassword')
  await write.insertInto('old_password').values({ user_key, sealed }).execute()
}
