// @module-tag large
/** Calls every endpoint with every scope and role, and lists the endpoints that no token may call. */
import { api } from '@koedana/contract/api.ts'
import {
  isWithinScope,
  scopeNeeded,
  type TokenScope,
  tokenScopes,
} from '@koedana/contract/kit/token-scope.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRates } from '../../http/rates.ts'
import { eachEngine } from '../../testing/engines.ts'
import { endpoints, methodsOf, mounted, requestOf } from '../../testing/requests.ts'
import { type SignedInPerson, startTestServer, type World } from '../../testing/test-server.ts'

/** Add new endpoints that tokens must not call here; all others state their scope in `token-scope.ts`. */
const closed = [
  ...[
    'login',
    'loginAsGuest',
    'register',
    'logout',
    'getSetup',
    'listSetupFolders',
    'checkSetupAccount',
    'setUp',
  ],
  ...['getProof', 'updateAccount', 'changePassword', 'listSessions', 'endSession', 'endOtherSessions'],
  ...['listAppPasswords', 'createAppPassword', 'revokeAppPassword'],
  ...['listApiTokens', 'createApiToken', 'revokeApiToken'],
  ...['listPasskeys', 'beginPasskey', 'addPasskey', 'renamePasskey', 'removePasskey'],
  ...['beginPasskeySignIn', 'signInByPasskey', 'listIdentities', 'linkIdentity', 'unlinkIdentity'],
  ...['startOidc', 'returnFromOidc', 'completeOidc', 'startProxy', 'signInByProxy'],
  ...['getOidcSettings', 'updateOidcSettings', 'checkOidc'],
  ...['createShare', 'openShared', 'listSharedWorks', 'getSharedWork'],
  ...['createUser', 'updateUser', 'actOnUsers', 'moveIn', 'uploadMoveFile'],
  ...['listKeys', 'createKeys', 'updateKey', 'deleteKeys', 'listRedemptions'],
  ...['updateSiteSettings', 'endAllLinks', 'checkMarketplace', 'listDestinations'],
  ...['createStorage', 'updateStorage', 'testStorageSettings'],
  ...['listDrives', 'listDriveFolders', 'saveDriveApp', 'linkDrive', 'completeDrive', 'confirmDrive'],
  ...['beginDriveDevice', 'askDriveDevice', 'examineDrive', 'pasteDriveToken', 'unlinkDrive'],
  ...['readRclone', 'importRclone'],
  ...['getMedia', 'getWorkArchive', 'getCover'],
]

describe('the scopes of the contract', () => {
  test('every endpoint that no token may call is named here, and no other', () => {
    const found = endpoints.filter(([, endpoint]) => scopeNeeded(endpoint) === undefined)
    expect(found.map(([name]) => name).sort()).toEqual([...closed].sort())
  })

  test('an endpoint that nobody classified is closed', () => {
    const added = { method: 'GET', path: '/account/secrets', access: 'user', rate: 'read' } as const
    for (const path of ['/account/secrets', '/admin/secrets', '/secrets', '/account/settings/secrets'])
      expect(isWithinScope('admin', { ...added, path })).toBe(false)
    expect(isWithinScope('admin', { ...added, path: '/works/secrets', rate: 'credential' })).toBe(false)
    expect(isWithinScope('admin', { access: 'public', rate: 'read' })).toBe(false)
  })

  test('reading is GET below administrators, writing adds the rest, and admin adds theirs', () => {
    for (const [name, endpoint] of endpoints.filter(([, one]) => scopeNeeded(one))) {
      const { access, method } = endpoint
      const scopes = tokenScopes.filter((scope) => isWithinScope(scope, endpoint))
      const smallest = access === 'admin' ? ['admin'] : method === 'GET' ? tokenScopes : ['write', 'admin']
      expect([name, scopes]).toEqual([name, smallest])
    }
  })
})

eachEngine((engine) => {
  let w: World
  let keeper: SignedInPerson
  beforeAll(async () => {
    w = await startTestServer(engine)
    keeper = await w.signIn({ role: roleOf.admin })
  })
  afterAll(() => w.close())

  const tokenOf = async (role: 'general' | 'admin', scope: TokenScope) => {
    const who = await w.signIn({ role: roleOf[role] })
    const owner = scope === 'admin' ? await w.signIn({ role: roleOf.admin }) : who
    const { token, id } = await owner.call(api.createApiToken, { body: { name: 'script', scope } })
    if (owner !== who) {
      // A member can only have an admin token from an earlier time as administrator.
      const { key } = await w.deps.db
        .selectFrom('user')
        .select('key')
        .where('id', '=', who.user.id)
        .executeTakeFirstOrThrow()
      await w.deps.write.updateTable('api_token').set({ user_key: key }).where('id', '=', id).execute()
    }
    return { token, who }
  }

  const objectsOf = async () => {
    const other = await w.signIn()
    const { items } = await keeper.call(api.createKeys, { body: { count: 1 } })
    const announcement = await keeper.call(api.createAnnouncement, { body: { title: 'rain', content: '' } })
    return {
      userId: other.user.id,
      keyId: items[0]?.id ?? '',
      sessionId: 'none',
      announcementId: announcement.id,
    }
  }

  describe.each(['general', 'admin'] as const)('a token of a %s', (role) => {
    test.each(tokenScopes)('of scope %s', async (scope) => {
      const wrong: string[] = []
      const { token } = await tokenOf(role, scope)
      const refusedObjects = await objectsOf()
      for (const walked of mounted) {
        const [name, endpoint] = walked
        const { access } = endpoint
        if (access === 'signed') continue
        const expected = !isWithinScope(scope, endpoint)
          ? 'apiTokenScope'
          : access === 'admin' && role !== 'admin'
            ? 'forbidden'
            : undefined
        const objects = expected ? refusedObjects : await objectsOf()
        for (const method of methodsOf(endpoint)) {
          const { statusCode, body } = await w.app.inject({
            ...requestOf(walked, objects),
            method,
            headers: { authorization: `Bearer ${token}` },
          })
          const isRight = expected
            ? statusCode === 403 && (method === 'HEAD' || JSON.parse(body).code === expected)
            : ![401, 403].includes(statusCode) && statusCode < 500
          if (!isRight) wrong.push(`${method} ${name}: ${statusCode} ${body.slice(0, 200)}`)
        }
      }
      expect(wrong).toEqual([])
    })
  })

  test('a token says nothing on signed links', async () => {
    const { token } = await tokenOf('admin', 'admin')
    for (const [name, endpoint] of mounted.filter(([, { access }]) => access === 'signed')) {
      const { statusCode } = await w.app.inject({
        ...requestOf([name, endpoint], await objectsOf()),
        method: 'GET',
        headers: { authorization: `Bearer ${token}` },
      })
      expect(statusCode).toBe(403)
    }
  })

  test('each token is counted by itself, in each class, beside its owner', async () => {
    let at = 0
    const one = { burst: 2, perSecond: 1 }
    const rate = { perPerson: one, perAddress: { burst: 1_000, perSecond: 1_000 } }
    const rates = createRates(() => at, { read: rate, write: rate, credential: rate, media: rate })
    const limited = await startTestServer(engine, { rates })
    try {
      const owner = await limited.signIn()
      const make = async () =>
        (await owner.call(api.createApiToken, { body: { name: 'script', scope: 'write' } })).token
      const [first, second] = [await make(), await make()]
      const call = limited.bearing(first)
      for (let n = 0; n < 2; n++) await call(api.getAccount, {})
      await expect(call(api.getAccount, {})).rejects.toMatchObject({ status: 429 })
      await call(api.deleteTag, { params: { id: 'none' } }).catch(() => undefined)
      await expect(limited.bearing(second)(api.getAccount, {})).resolves.toBeDefined()
      await expect(owner.call(api.getAccount, {})).resolves.toBeDefined()
      at += 1_000
      await expect(call(api.getAccount, {})).resolves.toBeDefined()
    } finally {
      await limited.close()
    }
  })
})
