import { api } from '@koedana/contract/api.ts'
import { basePath } from '@koedana/contract/base-path.ts'
import { maxMosaics } from '@koedana/contract/entity-covers.ts'
import type { FeedWork } from '@koedana/contract/feed.ts'
import type { Call } from '@koedana/contract/kit/client.ts'
import { type EntityKind, type ViewerFilters, workKeyOf } from '@koedana/contract/values.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../testing/engines.ts'
import { putInLibrary } from '../../testing/put-in-library.ts'
import { startTestServer, type World } from '../../testing/test-server.ts'

const rain = { maker: { id: 'RG1', name: 'Rain' }, genres: [{ id: 'g1', name: 'Calm' }] }
const idOf = (n: number) => `RJ9000000${n}`
/**
 * Six all-ages works, the best-selling of them without a cover; an R-15 and an R-18 work that sell better; and a maker with only an
 * R-18 work.
 */
const works: FeedWork[] = [
  ...[1, 2, 3, 4, 5, 6].map(
    (n): FeedWork => ({ id: idOf(n), name: 'rain', ageCategory: 'all', sales: n * 100, ...rain }),
  ),
  { id: idOf(7), name: 'grown rain', ageCategory: 'r15', sales: 900, ...rain },
  { id: idOf(8), name: 'night rain', ageCategory: 'r18', sales: 1_000, maker: rain.maker },
  { id: idOf(9), name: 'night', ageCategory: 'r18', sales: 1, maker: { id: 'RG2', name: 'Night' } },
]
const covered = [1, 2, 3, 4, 5, 7, 8, 9].map(idOf)

interface CoverQuery extends ViewerFilters {
  readonly kind?: EntityKind
}

eachEngine((engine) => {
  let w: World
  beforeEach(async () => {
    w = await startTestServer(engine, { visitorCeiling: 'r18' })
    await w.make(works)
    await putInLibrary(w.deps.write, covered)
    await w.deps.catalogue.caughtUp()
  })
  afterEach(() => w.close())

  /** Returns the works whose covers are shown for each entity; veiled ones have a minus. */
  const coversOf = async (call: Call, ids: string[], { kind = 'makers', ...choices }: CoverQuery = {}) => {
    const { items } = await call(api.listEntityCovers, { params: { kind }, query: { ids, ...choices } })
    return Object.fromEntries(
      items.map(({ id, covers }) => [
        id,
        covers.map(({ workId, signature }) => (signature === null ? '-' : '') + workId.slice(-1)).join(' '),
      ]),
    )
  }

  test('four covers of the best-selling works, those of adult works without a signature', async () => {
    expect(await coversOf(w.call, ['RG1', 'RG2'])).toEqual({ RG1: '-8 7 5 4', RG2: '-9' })
    expect(await coversOf(w.call, ['RG1'], { policy: 'off' })).toEqual({ RG1: '8 7 5 4' })
    expect(await coversOf(w.call, ['g1'], { kind: 'genres' })).toEqual({ g1: '7 5 4 3' })
  })

  test('nobody gets covers of works that they may not see, nor learns that there are some', async () => {
    const strict = await coversOf(w.call, ['RG1', 'RG2', 'RG9'], { policy: 'strict' })
    expect(strict).toEqual({ RG1: '7 5 4 3', RG2: '', RG9: '' })
    const young = await w.signIn({ ageRestriction: 'all' })
    expect(await coversOf(young.call, ['RG1', 'RG2', 'RG9'])).toEqual({ RG1: '5 4 3 2', RG2: '', RG9: '' })
    expect(await coversOf(young.call, ['RG1', 'RG2'], { policy: 'off' })).toEqual({ RG1: '5 4 3 2', RG2: '' })
    const hidden = await coversOf(w.call, ['RG1'], { hiddenGenres: ['g1'] })
    expect(hidden).toEqual({ RG1: '-8' })
  })

  test('a work that became an adult one, or was trashed, is gone at once', async () => {
    const young = await w.signIn({ ageRestriction: 'all' })
    expect(await coversOf(young.call, ['RG1'])).toEqual({ RG1: '5 4 3 2' })
    // The rows are newer than the index.
    const set = (n: number, values: { age_category?: 'r18'; trashed_at?: string }) =>
      w.deps.write
        .updateTable('work')
        .set(values)
        .where('key', '=', workKeyOf(idOf(n)))
        .execute()
    await set(5, { age_category: 'r18' })
    await set(4, { trashed_at: '2026-11-01T00:00:00.000Z' })
    const other = await w.signIn({ ageRestriction: 'all' })
    expect(await coversOf(other.call, ['RG1', 'RG9'])).toEqual({ RG1: '3 2 1', RG9: '' })
  })

  test('hostile lists of ids are refused or mean nothing', async () => {
    const send = (query: string) => w.app.inject({ url: `${basePath}/entity-covers/makers${query}` })
    expect((await send('')).statusCode).toBe(400)
    expect((await send(`?${'ids=RG1&'.repeat(maxMosaics + 1)}`)).statusCode).toBe(400)
    expect((await w.app.inject({ url: `${basePath}/entity-covers/works?ids=RG1` })).statusCode).toBe(404)
    const twice = await coversOf(w.call, ['RG1', 'RG1', "' OR 1=1", 'constructor'])
    expect(twice).toEqual({ RG1: '-8 7 5 4', "' OR 1=1": '', constructor: '' })
  })

  test('letters say where names begin, of those alone that the viewer has in the list', async () => {
    const letters = async (call: Call, query = {}) => {
      const { letters: all } = await call(api.listEntityLetters, { params: { kind: 'makers' }, query })
      return all.map(({ letter, at }) => `${letter}${at}`).join(' ')
    }
    expect(await letters(w.call)).toBe('N0 R1')
    expect(await letters(w.call, { q: 'rain' })).toBe('R0')
    expect(await letters(w.call, { genres: ['g1'] })).toBe('R0')
    expect(await letters(w.call, { policy: 'strict' })).toBe('R0')
    const young = await w.signIn({ ageRestriction: 'all' })
    expect(await letters(young.call)).toBe('R0')
    expect(await letters(young.call, { q: 'night' })).toBe('')
  })
})
