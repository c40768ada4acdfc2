import { createHash } from 'node:crypto'
import { api } from '@koedana/contract/api.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'
import { cleanUp } from './clean-up.ts'
import { oldPasswordPurpose } from './imported-password.rules.ts'
import { insertOldPassword } from './imported-password.store.ts'
import { perAccount } from './limiter.rules.ts'

const secret = 'salt of that server'
const md5 = (password: string) => createHash('md5').update(`${password}${secret}`).digest('hex')

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine)
  })
  afterEach(() => w.close())

  const login = (username: string, password: string) => w.call(api.login, { body: { username, password } })
  const keyOf = async ({ user }: SignedInPerson) =>
    (await w.deps.db.selectFrom('user').select('key').where('id', '=', user.id).executeTakeFirstOrThrow()).key

  async function createImportedAccount(username: string, password: string, own?: string): Promise<number> {
    const person = await w.signIn({ username, ...(own !== undefined && { password: own }) })
    const key = await keyOf(person)
    const sealed = w.deps.vault.seal(JSON.stringify({ md5: md5(password), secret }), oldPasswordPurpose)
    await insertOldPassword(w.deps.write, key, sealed)
    return key
  }
  const stored = async (key: number) => ({
    hash: (
      await w.deps.db
        .selectFrom('user')
        .select('password_hash')
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
    ).password_hash,
    old: await w.deps.db.selectFrom('old_password').select('user_key').where('user_key', '=', key).execute(),
  })

  test('an old password signs in once, and is one of ours from then on', async () => {
    const key = await createImportedAccount('haruka', 'old pass 1')
    await expect(login('haruka', 'old pass 2')).rejects.toMatchObject({ body: { code: 'wrongCredentials' } })
    expect((await login('haruka', 'old pass 1')).user.username).toBe('haruka')
    const { hash, old } = await stored(key)
    expect(hash).toMatch(/^\$argon2id\$/)
    expect(old).toEqual([])
    expect((await login('haruka', 'old pass 1')).user.username).toBe('haruka')
    await expect(login('haruka', 'old pass 2')).rejects.toMatchObject({ body: { code: 'wrongCredentials' } })
  })

  test('two sign-ins at once by an old password leave one account with one password', async () => {
    const key = await createImportedAccount('haruka', 'old pass 1')
    const both = await Promise.allSettled([login('haruka', 'old pass 1'), login('haruka', 'old pass 1')])
    expect(both.map(({ status }) => status)).toContain('fulfilled')
    expect((await stored(key)).old).toEqual([])
    await expect(login('haruka', 'old pass 1')).resolves.toBeDefined()
  })

  test('beside a password of its own an old one is worth nothing, and goes', async () => {
    const key = await createImportedAccount('haruka', 'old pass 1', 'lantern moss 7')
    await expect(login('haruka', 'old pass 1')).rejects.toMatchObject({ body: { code: 'wrongCredentials' } })
    await expect(login('haruka', 'lantern moss 7')).resolves.toBeDefined()
    await cleanUp(w.deps)
    expect((await stored(key)).old).toEqual([])
  })

  test('wrong tries at an old password are counted as any are', async () => {
    await createImportedAccount('haruka', 'old pass 1')
    for (let n = 0; n < perAccount.max; n++) await login('haruka', `wrong ${n}`).catch(() => {})
    await expect(login('haruka', 'old pass 1')).rejects.toMatchObject({ status: 429 })
  })

  test('one that was disabled learns so only by its password, and what is damaged opens nothing', async () => {
    const key = await createImportedAccount('haruka', 'old pass 1')
    await w.deps.write.updateTable('user').set({ status: 'disabled' }).where('key', '=', key).execute()
    await expect(login('haruka', 'wrong')).rejects.toMatchObject({ body: { code: 'wrongCredentials' } })
    await expect(login('haruka', 'old pass 1')).rejects.toMatchObject({ body: { code: 'accountDisabled' } })
    const other = await createImportedAccount('midori', 'old pass 1')
    for (const sealed of ['', '{"md5":7}', 'sealed1.AAAA', '{"md5":"00","secret":""}']) {
      await w.deps.write.updateTable('old_password').set({ sealed }).where('user_key', '=', other).execute()
      await expect(login('midori', 'old pass 1')).rejects.toMatchObject({
        body: { code: 'wrongCredentials' },
      })
    }
  })
})
