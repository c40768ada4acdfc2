// @module-tag large
/** Changes that are empty, or contain only unknown fields or null, never cause a server error. */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { fillPath } from '@koedana/contract/kit/client.ts'
import type { Endpoint } from '@koedana/contract/kit/endpoint.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachEngine } from './testing/engines.ts'
import { genreId, mounted, requestOf, workId } from './testing/requests.ts'
import { type SignedInPerson, startTestServer, type World } from './testing/test-server.ts'

const changes = mounted.filter(([, { method }]: readonly [string, Endpoint]) =>
  ['PATCH', 'PUT'].includes(method),
)
const patches = changes.filter(([, { method }]) => method === 'PATCH').map(([name]) => name)
const noObjects = { userId: 'none', keyId: 'none', sessionId: 'none', announcementId: 'none' }

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let folder: string
  let params: Readonly<Record<string, Readonly<Record<string, string>>>>
  beforeAll(async () => {
    w = await startTestServer(engine)
    await w.make([{ id: workId, name: '雨', ageCategory: 'all', genres: [{ id: genreId, name: '癒し' }] }])
    admin = await w.signIn({ role: roleOf.admin })
    folder = await realpath(await mkdtemp(join(tmpdir(), 'koedana-changes-')))
    params = await createObjects()
  })
  afterAll(async () => {
    await w.close()
    await rm(folder, { recursive: true })
  })

  /** Creates the target of each PATCH, so that requests reach their statements. */
  async function createObjects() {
    const { call } = admin
    const [key] = (await call(api.createKeys, { body: { count: 1 } })).items
    const { id: playlist } = await call(api.createPlaylist, { body: { name: 'nights' } })
    const { id: view } = await call(api.createView, { body: { name: 'all', search: {} } })
    const { id: news } = await call(api.createAnnouncement, { body: { title: 'news', content: '' } })
    const schedule = { order: { kind: 'sync_works' as const }, cron: '0 4 * * *' }
    const settings = { kind: 'local' as const, path: folder }
    const storage = await call(api.createStorage, { body: { settings, unknownAge: 'all' } })
    await call(api.tagWorks, { body: { ids: [workId], name: 'put', tagged: true } })
    const [tag] = (await call(api.listTags, {})).items
    const passkey = await addPasskey()
    return {
      updateUser: { id: (await w.signIn()).user.id },
      updatePlaylist: { id: playlist },
      updateWork: { id: workId },
      updateWorks: {},
      updateEntity: { kind: 'genres', id: genreId },
      updateSchedule: { id: (await call(api.createSchedule, { body: schedule })).id },
      updateSiteSettings: {},
      updateAccount: {},
      updateAnnouncement: { id: news },
      updateView: { id: view },
      updateKey: { id: key?.id ?? '' },
      updateStorage: { id: storage.id },
      renamePasskey: { id: passkey },
      updateOidcSettings: {},
      renameTag: { id: tag?.id ?? '' },
    }
  }

  async function addPasskey(): Promise<string> {
    const user = await w.deps.db
      .selectFrom('user')
      .select('key')
      .where('id', '=', admin.user.id)
      .executeTakeFirstOrThrow()
    await w.deps.write
      .insertInto('passkey')
      .values({
        id: 'AAAA',
        user_key: user.key,
        name: 'phone',
        rp_id: 'localhost',
        credential_id: 'AAAA',
        public_key: '',
        counter: 0,
        transports: '',
        created_at: new Date().toISOString(),
        last_used_at: null,
      })
      .execute()
    return 'AAAA'
  }

  test('every PATCH of the contract has an object to change', () => {
    expect(Object.keys(params).sort()).toEqual([...patches].sort())
  })

  test.each(changes)('%s is answered whatever is left out, unknown or null', async (name, endpoint) => {
    const { method, url, payload } = requestOf([name, endpoint], noObjects)
    const own = params[name]
    const path = own ? basePath + fillPath(endpoint.path, own) : url
    const send = (body: unknown) =>
      w.app.inject({
        method,
        url: path,
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
    const fields = fieldsOf(endpoint)
    const nothing = Object.fromEntries(fields.map((field) => [field, null]))
    const bodies = [{}, { surprise: 1 }, nothing, ...fields.map((field) => ({ [field]: null }))]
    if (payload) bodies.push(...fields.map((field) => ({ ...payload, [field]: null })))
    for (const body of bodies) {
      const { statusCode, body: text } = await send(body)
      expect(statusCode, `${JSON.stringify(body)}: ${text}`).toBeLessThan(500)
      // With a missing object, the change itself would not be tested.
      if (own) expect(statusCode, JSON.stringify(body)).not.toBe(404)
    }
    expect((await send({ surprise: 1 })).statusCode).toBe(400)
  })
})

const fieldsOf = ({ body }: Endpoint): readonly string[] =>
  body && 'entries' in body && typeof body.entries === 'object' && body.entries !== null
    ? Object.keys(body.entries)
    : []
