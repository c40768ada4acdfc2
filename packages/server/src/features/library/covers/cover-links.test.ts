import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { type AgeCategory, roleOf, workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendChanges } from '../../../db/changes.ts'
import { eachEngine } from '../../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../../testing/test-server.ts'

const works = { all: 'RJ90000001', r15: 'RJ90000002', r18: 'RJ90000003' } as const
const version = 'abc'

eachEngine((engine) => {
  let w: World
  let admin: SignedInPerson
  let listener: SignedInPerson
  beforeEach(async () => {
    w = await startTestServer(engine)
    await w.make(
      (['all', 'r15', 'r18'] as const).map((age) => ({ id: works[age], name: age, ageCategory: age })),
    )
    for (const id of Object.values(works)) {
      const folder = join(w.deps.coversFolder, id, version)
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, '240.webp'), id)
    }
    await change(Object.keys(works), { cover_version: version, cover_thumbhash: 'aaaa' })
    admin = await w.signIn({ role: roleOf.admin, ageRestriction: 'r18' })
    listener = await w.signIn({ ageRestriction: 'r18' })
    await listener.call(api.saveSettings, { body: { ...choices } })
  })
  afterEach(() => w.close())

  const none = { makers: [], series: [], artists: [], illustrators: [], genres: [] }
  const choices = { policy: 'off', ageFilterMode: 'no_limit', filterDefaults: {}, excluded: none } as const

  async function change(ages: readonly string[], columns: object): Promise<void> {
    const keys = Object.entries(works).flatMap(([age, id]) => (ages.includes(age) ? workKeyOf(id) : []))
    await w.deps.write.updateTable('work').set(columns).where('key', 'in', keys).execute()
    await appendChanges(w.deps.write, 'work', keys)
    await w.deps.catalogue.caughtUp()
  }

  async function links(by: SignedInPerson = listener): Promise<Partial<Record<AgeCategory, string>>> {
    const { items } = await by.call(api.listWorks, {})
    return Object.fromEntries(
      items.map(({ id, ageCategory, cover }) => [
        ageCategory,
        `${basePath}/covers/${id}/240/${version}?s=${cover?.signature}`,
      ]),
    )
  }

  const statuses = async (given: Partial<Record<AgeCategory, string>>) => {
    const get = async (url: string | undefined) => (await w.app.inject({ url: url ?? '' })).statusCode
    return [await get(given.all), await get(given.r15), await get(given.r18)]
  }

  test('links stay the same, and good, while nothing changes', async () => {
    const given = await links()
    expect(await statuses(given)).toEqual([200, 200, 200])
    await w.signIn({ ageRestriction: 'r18' })
    await admin.call(api.updateUser, { params: { id: listener.user.id }, body: { username: 'haruka' } })
    expect(await links()).toEqual(given)
    const response = await w.app.inject({ url: given.r18 ?? '' })
    expect(response.headers['cache-control']).toBe('private, max-age=31536000, immutable')
    const headers = { 'if-none-match': response.headers.etag }
    expect((await w.app.inject({ url: given.r18 ?? '', headers })).statusCode).toBe(304)
  })

  test.each([
    ['is lowered', { ageRestriction: 'r15' as const }, [200, 200, 403]],
    ['is disabled', { status: 'disabled' as const }, [200, 403, 403]],
  ])('links end with an account that %s; others are given new ones', async (_, body, ended) => {
    const other = await w.signIn({ ageRestriction: 'r18' })
    await other.call(api.saveSettings, { body: { ...choices } })
    const given = await links()
    expect(await links(other)).toEqual(given)
    await admin.call(api.updateUser, { params: { id: listener.user.id }, body })
    expect(await statuses(given)).toEqual(ended)
    expect(await statuses(await links(other))).toEqual([200, 200, 200])
  })

  test('links end with an account that is removed', async () => {
    const given = await links()
    await admin.call(api.deleteUser, { params: { id: listener.user.id } })
    expect(await statuses(given)).toEqual([200, 403, 403])
  })

  test('links that visitors were given end when visitors may see less', async () => {
    await admin.call(api.updateSiteSettings, { body: { visitorCeiling: 'r18' } })
    const { items } = await w.call(api.listWorks, { query: { policy: 'off' } })
    expect(items).toHaveLength(3)
    const given = await links()
    await admin.call(api.deleteUser, { params: { id: listener.user.id } })
    expect(await statuses(given)).toEqual([200, 200, 200])
    await admin.call(api.updateSiteSettings, { body: { visitorCeiling: 'all' } })
    expect(await statuses(given)).toEqual([200, 403, 403])
  })

  test('a link ends with the trash, and with the age it was given for', async () => {
    const given = await links()
    await change(['r18'], { trashed_at: '2026-11-20T12:00:00.000Z' })
    await change(['all'], { age_category: 'r18' })
    expect(await statuses(given)).toEqual([403, 200, 404])
    await change(['r18'], { trashed_at: null })
    expect(await statuses(given)).toEqual([403, 200, 200])
  })
})
