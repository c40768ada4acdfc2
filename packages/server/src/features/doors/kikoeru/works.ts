/** Lists of works, single works, and names of entities for kikoeru apps, by the same queries as our own lists. */
import { createHash, randomInt } from 'node:crypto'
import type { WorkFilter } from '@koedana/contract/filters.ts'
import { type EntityKind, locales, workKeyOf } from '@koedana/contract/values.ts'
import type { WorkCard } from '@koedana/contract/works.ts'
import { LRUCache } from 'lru-cache'
import { toIndexFilter as indexFilterOf } from '../../../domain/query.rules.ts'
import type { Bytes, Context } from '../../../http/context.ts'
import type { DoorRequest } from '../../../http/door.ts'
import { AppError } from '../../../lib/app-error.ts'
import { collectInSteps } from '../../../lib/steps.ts'
import { requirePerson } from '../../auth/auth-sources.ts'
import { type FavoriteSources, marksOf } from '../../marks/marks.use-cases.ts'
import { findWorks } from '../../works/works.store.ts'
import { getWork } from '../../works/works.use-cases.ts'
import { parseCard } from '../door-works.ts'
import { entityNumberOf, entityOfNumber, workIdOf } from './ids.rules.ts'
import { listOrderedKeys } from './ordered-keys.ts'
import { filterOf, orderOf, pageOf, searchOf, splitSearchText } from './query.rules.ts'
import { editionsOf, workOf } from './work.rules.ts'

export type WorksSources = FavoriteSources

/** Returns the filter for works with files here, or no filter if the app password allows the whole catalog. */
const libraryOf = (context: Context): WorkFilter =>
  requirePerson(context).door?.showsCatalogue ? {} : { inLibrary: true }

/** Works read per step: apps copy the library in pages of a hundred. */
const step = 10

export async function listWorks(
  sources: WorksSources,
  { filter, query }: { readonly filter: WorkFilter; readonly query: DoorRequest['query'] },
  context: Context,
) {
  const { page, pageSize } = query.order === 'betterRandom' ? { page: 1, pageSize: 1 } : pageOf(query)
  const given = query.order === 'betterRandom' ? { ...query, seed: String(randomInt(1_000_000)) } : query
  const narrowed = { ...filterOf(query), ...filter, ...libraryOf(context) }
  const slice = { offset: (page - 1) * pageSize, limit: pageSize }
  const { keys, total } = await listOrderedKeys(
    sources,
    { filter: narrowed, order: orderOf(given), ...slice },
    context,
  )
  const view = sources.viewers.cardView(context)
  const works = await collectInSteps(keys, step, async (some) => {
    const cards = await sources.cards.scan(some, view)
    return worksOf(sources, cards.filter((card) => card !== undefined).map(parseCard), context)
  })
  const totalCount = query.order === 'betterRandom' ? works.length : total
  return { works, pagination: { currentPage: page, page, pageSize, totalCount } }
}

/** Returns the works that the caller may see, with the caller's marks. */
export async function worksOf(sources: WorksSources, cards: readonly WorkCard[], context: Context) {
  const { db, dictionary } = sources
  const keys = cards.map(({ id }) => workKeyOf(id))
  const rows = new Map((await findWorks(db, keys)).map((row) => [row.id, row]))
  const marks = new Map(
    (await marksOf(sources, requirePerson(context).userKey, keys)).map((mark) => [mark.id, mark]),
  )
  const viewer = viewerOf(sources, context)
  const genreIn = (id: string) => {
    const key = dictionary.findKey('genres', id) ?? 0
    return Object.fromEntries(
      locales.map((locale) => [
        locale.toLowerCase(),
        { name: dictionary.findEntity('genres', key, { ...viewer, locale })?.name ?? '' },
      ]),
    )
  }
  return cards.map((card) =>
    workOf(card, {
      keyOf: (kind, id) => dictionary.findKey(kind, id) ?? 0,
      nameIn: genreIn,
      reviewCount: rows.get(card.id)?.review_count ?? null,
      createdAt: rows.get(card.id)?.created_at ?? '',
      mark: marks.get(card.id),
    }),
  )
}

const viewerOf = ({ viewers }: WorksSources, context: Context) => viewers.viewer(context)

/** Returns the canonical ID of a work. Throws `notFound` for works that are hidden from the caller, or that have no files here. */
export async function workIdFor(sources: WorksSources, text: string, context: Context): Promise<string> {
  const id = workIdOf(text)
  const key = id === undefined ? undefined : sources.dictionary.findKey('works', id)
  const current = sources.catalogue.current()
  if (id === undefined || key === undefined || !current.isVisible(key, viewerOf(sources, context)))
    throw new AppError('notFound')
  const [row] = await findWorks(sources.db, [key])
  if (!row || (row.in_library === 0 && !requirePerson(context).door?.showsCatalogue))
    throw new AppError('notFound')
  return row.id
}

export async function readWork(sources: WorksSources, text: string, context: Context) {
  const work = await getWork(sources, { id: await workIdFor(sources, text, context) }, context)
  const [shown] = await worksOf(sources, [work], context)
  return {
    ...shown,
    user_name: requirePerson(context).user.username,
    other_language_editions_in_db: editionsOf(work),
  }
}

/** GET /search, whose text may be a work ID, and GET /search?isAdvance=1, whose terms must all match. */
export async function searchWorks(sources: WorksSources, { params, ...rest }: DoorRequest, context: Context) {
  const { text, query } = splitSearchText(params['*'] ?? '', rest.query)
  const search = searchOf(text, query.isAdvance === '1')
  if (!search) throw new AppError('malformed')
  const codes = [...search.codes, ...search.texts].flatMap(
    (text) => workIdOf(/^\d/.test(text) ? '' : text) ?? [],
  )
  const [code] = codes
  if (code !== undefined) return listOne(sources, code, { query, context })
  const idsOf = (kind: 'genres' | 'makers', numbers: readonly string[]) =>
    numbers.map((number) => entityIdOf(sources, kind, number) ?? nobody)
  const circles = idsOf('makers', search.circles)
  const filter: WorkFilter = {
    q: search.texts.join(' ').trim(),
    ...(search.voices.length > 0 && { artists: [...search.voices] }),
    ...(search.tags.length > 0 && { genres: idsOf('genres', search.tags) }),
    ...(circles.length > 0 && { makers: circles, makersMatch: 'all' }),
  }
  return listWorks(sources, { filter, query }, context)
}

interface ListRequest {
  readonly query: DoorRequest['query']
  readonly context: Context
}

/** Returns a page with one work, or an empty page. */
async function listOne(sources: WorksSources, id: string, { query, context }: ListRequest) {
  const works = await readWork(sources, id, context)
    .then((work) => [work])
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'notFound') return []
      throw error
    })
  const { page, pageSize } = pageOf(query)
  return {
    works: page === 1 ? works : [],
    pagination: { currentPage: page, page, pageSize, totalCount: works.length },
  }
}

/** An ID that no entity has. */
const nobody = ' '

function entityIdOf(sources: WorksSources, kind: EntityKind, text: string): string | undefined {
  const { dictionary } = sources
  if (kind !== 'makers' && kind !== 'genres') return text
  const { ids, key } = entityOfNumber(kind, text)
  if (key !== undefined) return dictionary.findEntity(kind, key, { locale: locales[0] })?.id
  return ids.find((id) => dictionary.findKey(kind, id) !== undefined)
}

/** Lists the works of a tag, a voice actor or a circle. Unknown and hidden ones have none. */
export function listWorksOf(
  sources: WorksSources,
  kind: EntityKind,
  { params, query }: DoorRequest,
  context: Context,
) {
  const id = entityIdOf(sources, kind, params.id ?? '') ?? nobody
  return listWorks(sources, { filter: { [kind]: [id] }, query }, context)
}

/** GET /tags/:id, /vas/:id, /circles/:id: the name. */
export async function readName(
  sources: WorksSources,
  kind: EntityKind,
  { id: text = '' }: DoorRequest['params'],
  context: Context,
) {
  const { dictionary } = sources
  const id = entityIdOf(sources, kind, text)
  const key = id === undefined ? undefined : dictionary.findKey(kind, id)
  const viewer = viewerOf(sources, context)
  const entity = key === undefined ? undefined : dictionary.findEntity(kind, key, viewer)
  if (!entity || key === undefined || !sources.catalogue.current().countEntities(kind, viewer)[key])
    throw new AppError('notFound')
  return shownName(kind, { ...entity, key })
}

interface NamedKey {
  readonly id: string
  readonly key: number
  readonly name: string
}

/** Returns a name as in a list or by itself; parsers require the source of circles. */
const shownName = (kind: EntityKind, { name, ...entity }: NamedKey) => ({
  id: kind === 'makers' || kind === 'genres' ? entityNumberOf(kind, entity) : entity.id,
  name,
  ...(kind === 'makers' && { source_id: entity.id, source_type: 'DLSITE' }),
})

/** The list of a large library has several megabytes. */
const keptBytes = 32 * 1024 ** 2

/** Returns whole lists of names. Apps request them before each search, so they are cached until something changes. */
export function createNameLists(sources: WorksSources): (kind: EntityKind, context: Context) => Bytes {
  const kept = new LRUCache<string, Buffer>({ maxSize: keptBytes, sizeCalculation: ({ length }) => length })
  return (kind, context) => listNames(sources, { kind, kept }, context)
}

interface Listed {
  readonly kind: EntityKind
  readonly kept: LRUCache<string, Buffer>
}

function listNames(sources: WorksSources, { kind, kept }: Listed, context: Context): Bytes {
  const { catalogue, dictionary, viewers } = sources
  const library = libraryOf(context)
  const made = [
    kind,
    catalogue.version(),
    dictionary.version(),
    viewers.audience(context),
    context.locale,
    library,
  ]
  const name = createHash('sha256').update(JSON.stringify(made)).digest('base64url')
  const etag = `"${name}"`
  const headers = {
    etag,
    'cache-control': 'private, no-cache',
    'content-type': 'application/json; charset=utf-8',
  }
  if (context.headers['if-none-match'] === etag) return { status: 304, headers }
  const body = kept.get(name) ?? namesOf(sources, kind, { library, context })
  kept.set(name, body)
  return { status: 200, headers, body }
}

interface Listing {
  readonly library: WorkFilter
  readonly context: Context
}

const maxNames = 100_000

function namesOf(sources: WorksSources, kind: EntityKind, { library, context }: Listing): Buffer {
  const { catalogue, dictionary, viewers } = sources
  const viewer = viewers.viewer(context)
  const ranked = catalogue.current().rankEntities(
    {
      kind,
      filter: indexFilterOf({ ...library, editions: 'all' }, dictionary.findKey, []),
      sort: 'nameAsc',
      offset: 0,
      limit: maxNames,
      textOf: dictionary.textOf(viewer),
    },
    viewer,
  )
  const names = ranked.items.flatMap(({ key, workCount: count }) => {
    const entity = dictionary.findEntity(kind, key, viewer)
    return entity ? [{ ...shownName(kind, { ...entity, key }), count }] : []
  })
  return Buffer.from(JSON.stringify(names))
}
