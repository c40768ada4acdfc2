import { api } from '@koedana/contract/api.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { type Marketplace, startMarketplace } from '@koedana/fakes/marketplace/start-marketplace.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { type SignedInPerson, startTestServer, type World } from '../../../testing/test-server.ts'

eachEngine((engine) => {
  let here: World
  let fake: Marketplace
  let admin: SignedInPerson
  beforeEach(async () => {
    fake = await startMarketplace({ works: 100 })
    here = await startTestServer(engine)
    admin = await here.signIn({ role: roleOf.admin, ageRestriction: 'r18' })
    const marketplace = { baseUrl: fake.url, allowedHosts: ['127.0.0.1'], gapMs: 0, pageGapMs: 0 }
    await admin.call(api.updateSiteSettings, { body: { marketplace } })
  })
  afterEach(async () => {
    await here.close()
    await fake.close()
  })

  const refresh = (id: string) => admin.call(api.refreshWork, { params: { id } })

  test('a work is read again at once, and lists know it with the response', async () => {
    const work = fake.works.example('plain')
    await here.make([{ id: work.id, name: 'Old name', ageCategory: 'all' }])
    expect(await refresh(work.id.toLowerCase())).toEqual({ outcome: 'updated' })
    const shown = await admin.call(api.getWork, { params: { id: work.id } })
    expect(shown).toMatchObject({ name: work.name, sales: work.sales })
    expect(await refresh(work.id)).toEqual({ outcome: 'unchanged' })
  })

  test('one that is not there is not found, and stays; so is a work of one’s own', async () => {
    await here.make([
      { id: 'RJ09999999', name: 'Nowhere' },
      { id: 'KD00000001', name: 'Ours' },
    ])
    for (const id of ['RJ09999999', 'KD00000001']) expect(await refresh(id)).toEqual({ outcome: 'notFound' })
    await expect(refresh('RJ300000')).rejects.toMatchObject({ status: 404 })
    expect((await admin.call(api.getWork, { params: { id: 'RJ09999999' } })).name).toBe('Nowhere')
  })

  test('a marketplace that cannot be understood is 503, and changes nothing', async () => {
    const work = fake.works.example('plain')
    await here.make([{ id: work.id, name: 'Old name', ageCategory: 'all' }])
    fake.setFaults({ faults: [{ kind: 'error' }] })
    await expect(refresh(work.id)).rejects.toMatchObject({ status: 503 })
    expect((await admin.call(api.getWork, { params: { id: work.id } })).name).toBe('Old name')
  })

  test('a marketplace that is switched off, or refuses this server, is reported as such and changes nothing', async () => {
    const work = fake.works.example('plain')
    await here.make([{ id: work.id, name: 'Old name', ageCategory: 'all' }])
    await admin.call(api.updateSiteSettings, { body: { marketplace: { enabled: false } } })
    fake.forgetRequests()
    await expect(refresh(work.id)).rejects.toMatchObject({
      status: 409,
      body: { code: 'marketplaceOff', error: expect.stringContaining('switched off') },
    })
    expect(fake.counts().total).toBe(0)
    await admin.call(api.updateSiteSettings, { body: { marketplace: { enabled: true } } })
    fake.setFaults({ faults: [{ kind: 'forbidden' }] })
    // The first responses open the breaker. The reason stays the same while it is open.
    for (let i = 0; i < 7; i += 1) {
      await expect(refresh(work.id)).rejects.toMatchObject({
        status: 502,
        body: { code: 'marketplaceBlocked', error: expect.stringContaining('country') },
      })
    }
    expect((await admin.call(api.getWork, { params: { id: work.id } })).name).toBe('Old name')
  })

  test('it is for administrators', async () => {
    const person = await here.signIn()
    await expect(person.call(api.refreshWork, { params: { id: 'RJ300000' } })).rejects.toMatchObject({
      status: 403,
    })
  })
})
