/** The actions of people at a site, each with its expected results. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { api } from '@koedana/contract/api.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import { ageCategories, workKeyOf } from '@koedana/contract/values.ts'
import fc from 'fast-check'
import { importFeed } from '../../features/metadata/feed/import-feed.ts'
import { newId } from '../../lib/ids.ts'
import { isAgeVisible, type ModelWork, visibleTo, withPerson, withWork } from './model.ts'
import { createStep, namesFor, refusedWith, retryWhileUnavailable, type Step } from './simulation.ts'

export const workIds = Array.from({ length: 8 }, (_, at) => `RJ9000000${at}`)
export const fileOf = (id: string): string => `file-${workKeyOf(id)}`

const node = fc.nat(1)
const id = fc.constantFrom(...workIds)
const age = fc.constantFrom(...ageCategories)
const who = fc.nat(2)
/** Every name is unique, so that a hidden work is recognized wherever it appears. */
const name = fc.nat(9_999).map((number) => `lantern${number}`)

const edit = fc
  .record({ at: node, elsewhere: node, id, name, isDeaf: fc.boolean() })
  .map(({ at, elsewhere, id, name, isDeaf }) =>
    createStep(
      `name ${id} ${name} at ${at}, read at ${elsewhere}${isDeaf ? ', deaf' : ''}`,
      async (simulation) => {
        const { site, admin, model } = simulation
        if (isDeaf) await site.loseNotifications()
        const body = { values: { name } }
        const edited = () =>
          retryWhileUnavailable(() => admin.via(at)(api.updateWork, { params: { id }, body }))
        if (!model.works.has(id)) return refusedWith(404, edited)
        await edited()
        simulation.model = withWork(model, id, { name, isNameLocked: true })
        // No waiting for the other node: it must catch up by itself.
        assert.equal((await namesFor(admin, elsewhere))[id], name)
      },
    ),
  )

const restrict = fc
  .record({ at: node, elsewhere: node, id, age, isDeaf: fc.boolean() })
  .map(({ at, elsewhere, id, age, isDeaf }) =>
    createStep(
      `make ${id} ${age} at ${at}, read at ${elsewhere}${isDeaf ? ', deaf' : ''}`,
      async (simulation) => {
        const { site, admin, model } = simulation
        if (!model.works.has(id)) return
        if (isDeaf) await site.loseNotifications()
        const body = { values: { ageCategory: age } }
        await retryWhileUnavailable(() => admin.via(at)(api.updateWork, { params: { id }, body }))
        simulation.model = withWork(model, id, { age, isAgeLocked: true })
        assert.equal(
          (await retryWhileUnavailable(() => admin.via(elsewhere)(api.getWork, { params: { id } })))
            .ageCategory,
          age,
        )
      },
    ),
  )

const importWorks = fc.array(fc.record({ id, name, age }), { minLength: 1, maxLength: 6 }).map((given) =>
  createStep(
    `import ${given.map((work) => `${work.id} ${work.name} ${work.age}`).join(', ')}`,
    async (simulation) => {
      const { site, model } = simulation
      const works = new Map(model.works)
      for (const { id, name, age } of given) {
        const known: ModelWork | undefined = works.get(id)
        works.set(id, {
          isNameLocked: known?.isNameLocked === true,
          isAgeLocked: known?.isAgeLocked === true,
          name: known?.isNameLocked ? known.name : name,
          age: known?.isAgeLocked ? known.age : age,
        })
      }
      const lines: FeedWork[] = given.map(({ id, name, age }) => ({ id, name, ageCategory: age }))
      const { database, clock } = site
      await importFeed({
        database,
        lines: Readable.from([Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))]),
        now: clock.now,
      })
      simulation.model = { ...model, works }
    },
  ),
)

const trash = fc.record({ at: node, elsewhere: node, id }).map(({ at, elsewhere, id }) =>
  createStep(`trash ${id} at ${at}, and back at ${elsewhere}`, async ({ admin, model, people }) => {
    if (!model.works.has(id)) return
    await retryWhileUnavailable(() => admin.via(at)(api.deleteWork, { params: { id } }))
    assert.equal((await namesFor(admin, elsewhere))[id], undefined)
    const [first] = people
    if (first) {
      // This person's change number does not include the deletion, so the node must have been notified of it.
      await retryWhileUnavailable(() => admin.via(elsewhere)(api.listWorks, { query: {} }))
      await refusedWith(404, () => first.via(elsewhere)(api.getWork, { params: { id } }))
    }
    const items = [{ kind: 'work' as const, id }]
    await retryWhileUnavailable(() => admin.via(elsewhere)(api.restoreTrash, { body: { items } }))
  }),
)

const like = fc
  .record({ at: node, elsewhere: node, who, id, likes: fc.boolean() })
  .map(({ at, elsewhere, who, id, likes }) =>
    createStep(`person ${who} ${likes ? 'likes' : 'likes no more'} ${id} at ${at}`, async (simulation) => {
      const { people, model } = simulation
      const [person, known] = [people[who], model.people[who]]
      if (!person || !known) return
      const act = () => person.via(at)(likes ? api.addFavorite : api.removeFavorite, { params: { id } })
      const work = model.works.get(id)
      const isVisible = work !== undefined && isAgeVisible(known.ceiling, work.age)
      if (likes && !isVisible) return refusedWith(404, act)
      if (!isVisible) return
      await retryWhileUnavailable(act)
      const favorites = new Set(known.favorites)
      if (likes) favorites.add(id)
      else favorites.delete(id)
      simulation.model = withPerson(model, who, { favorites })
      const listed = await retryWhileUnavailable(() =>
        person.via(elsewhere)(api.listFavorites, { query: { pageSize: 100 } }),
      )
      const visible = visibleTo(model, known.ceiling)
      assert.deepEqual(
        listed.items.map((one) => one.id).toSorted(),
        [...favorites].filter((one) => one in visible).toSorted(),
      )
    }),
  )

const listen = fc
  .record({
    at: node,
    elsewhere: node,
    who,
    id,
    position: fc.integer({ min: 1, max: 59 }),
    skewMs: fc.integer(),
  })
  .map(({ at, elsewhere, who, id, position, skewMs }) =>
    createStep(`person ${who} hears ${id} to ${position} at ${at}`, async (simulation) => {
      const { site, people, model } = simulation
      const [person, known, work] = [people[who], model.people[who], model.works.get(id)]
      if (!person || !known || !work || !isAgeVisible(known.ceiling, work.age)) return
      const before = await retryWhileUnavailable(() => person.via(at)(api.getProgress, { params: { id } }))
      assert.equal(before.progress?.position, known.positions.get(id))
      // The device's clock is off by any number of seconds, and the report contains it.
      const now = new Date(site.clock.now().getTime() + (skewMs % dayMs)).toISOString()
      const fileId = fileOf(id)
      const play = { basedOn: before.progress?.revision ?? 0, startedAt: now, fileId, position, chosen: true }
      const report = {
        playId: newId(),
        n: 1,
        kind: 'seek',
        fileId,
        position,
        listened: 0,
        at: now,
        play,
      } as const
      const body = { deviceNow: now, device: { id: `device-${who}`, name: 'Phone' }, reports: [report] }
      await retryWhileUnavailable(() => person.via(at)(api.saveProgress, { body }))
      simulation.model = withPerson(model, who, { positions: new Map(known.positions).set(id, position) })
      const after = await retryWhileUnavailable(() =>
        person.via(elsewhere)(api.getProgress, { params: { id } }),
      )
      assert.equal(after.progress?.position, position)
    }),
  )
const dayMs = 86_400_000

const setCeiling = fc.record({ at: node, elsewhere: node, who, age }).map(({ at, elsewhere, who, age }) =>
  createStep(`person ${who} may see up to ${age}, said at ${at}`, async (simulation) => {
    const { site, admin, people, model } = simulation
    const [person, known] = [people[who], model.people[who]]
    if (!person || !known || known.ceiling === age) return
    const params = { id: person.id }
    await retryWhileUnavailable(() =>
      admin.via(at)(api.updateUser, { params, body: { ageRestriction: age } }),
    )
    await site.followed()
    // The session had the old rights, so it must have ended on every node.
    for (const [server] of site.nodes().entries())
      await refusedWith(401, () => person.via(server)(api.getMe, {}))
    person.via(elsewhere)
    await person.signInAgain()
    simulation.model = withPerson(model, who, { ceiling: age })
  }),
)

const redeem = fc.constant(
  createStep('two people redeem one use of a key at once', async (simulation) => {
    const { site, admin, keyCode, model } = simulation
    const register = (at: number) => {
      const body = { username: `user-${newId()}`, password: 'lantern moss 7', key: keyCode }
      return site.node(at).call(api.register, { body })
    }
    const outcomes = await Promise.allSettled([register(0), register(1)])
    const accepted = outcomes.filter(({ status }) => status === 'fulfilled').length
    assert.equal(accepted, Math.min(2, model.keysLeft), JSON.stringify(outcomes))
    simulation.model = { ...model, keysLeft: model.keysLeft - accepted }
    await retryWhileUnavailable(() => admin.via(0)(api.listWorks, { query: {} }))
  }),
)

export const acts: readonly fc.Arbitrary<Step>[] = [
  edit,
  restrict,
  importWorks,
  trash,
  like,
  listen,
  setCeiling,
  redeem,
]
