/**
 * Sets of works for personal filters, for use by the index. Marks are reloaded when their version changes. The version is read with
 * every query, because other nodes write too.
 */
import { createHash } from 'node:crypto'
import type { WorkSet } from '@koedana/catalogue/model/query.ts'
import { fold } from '@koedana/catalogue/text/fold.rules.ts'
import { personalFilters, type WorkFilter } from '@koedana/contract/filters.ts'
import { type ProgressState, progressStates } from '@koedana/contract/values.ts'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/schema.ts'
import type { FindPersonalSets } from '../../domain/personal-sets.ts'
import { listFavoriteKeys } from './favorites.store.ts'
import {
  listHeardSince,
  listMarkRows,
  listPlayedRows,
  type PlayedRow,
  readMarkVersion,
} from './marks.store.ts'
import { heardOf, stateOf } from './state.rules.ts'
import { listTagged, listTagRows } from './tags.store.ts'

interface UserMarks {
  readonly version: string
  readonly favorites: ReadonlySet<number>
  readonly states: ReadonlyMap<number, ProgressState>
  readonly ratings: ReadonlyMap<number, number>
  /** Works by folded tag name. */
  readonly tagged: ReadonlyMap<string, ReadonlySet<number>>
  /** Sets already computed for filters, by name. Saved views of a user often use the same few filters. */
  readonly chosen: Map<string, ReadonlySet<number>>
}

/** The number of users whose marks are in memory; a thousand marks take about 50 kB. */
const maxCachedUsers = 256

export function personalSetsIn(db: Db, now: () => Date): FindPersonalSets {
  const kept = new LRUCache<number, UserMarks>({ max: maxCachedUsers })

  async function markedBy(userKey: number): Promise<UserMarks> {
    // Read the version before the marks: a change in between leads to another read.
    const version = await readMarkVersion(db, userKey)
    const known = kept.get(userKey)
    if (known?.version === version) return known
    const marked = { version, ...(await readMarks(db, userKey)), chosen: new Map() }
    kept.set(userKey, marked)
    return marked
  }

  return async (filter, { person }) => {
    if (personalFilters.every((name) => filter[name] === undefined)) return []
    const userKey = person?.userKey ?? 0
    const sets = setsOf(filter, userKey, person ? await markedBy(userKey) : nothing)
    if (filter.heardWithin === undefined) return sets
    const since = Math.floor(now().getTime() / hourMs) - 24 * daysOf[filter.heardWithin]
    return [...sets, heardSet(userKey, person ? await listHeardSince(db, userKey, since) : [])]
  }
}

const hourMs = 3_600_000
const daysOf = { daily: 1, weekly: 7, monthly: 30, yearly: 365 } as const

/** Returns works played within a period. It changes as time passes, without a new revision, so its name is a hash of its content. */
function heardSet(userKey: number, keys: readonly number[]): WorkSet {
  const content = createHash('sha256').update(keys.join()).digest('base64')
  return { name: `${userKey}.heard.${content}`, keys: new Set(keys), isWanted: true }
}

const nothing: UserMarks = {
  version: '',
  favorites: new Set(),
  states: new Map(),
  ratings: new Map(),
  tagged: new Map(),
  chosen: new Map(),
}

async function readMarks(db: Db, userKey: number): Promise<Omit<UserMarks, 'version' | 'chosen'>> {
  const [favorites, rows, heard, tagged] = await Promise.all([
    listFavoriteKeys(db, userKey),
    listMarkRows(db, userKey),
    listPlayedRows(db, userKey),
    readTagged(db, userKey),
  ])
  const chosen = new Map(rows.map((row) => [row.work_key, { state: row.state, atMs: Number(row.state_ms) }]))
  const begun = new Map(heard.map((row: PlayedRow) => [row.work_key, heardOf(row)]))
  const states = new Map<number, ProgressState>()
  for (const key of new Set([...chosen.keys(), ...begun.keys()])) {
    const state = stateOf(chosen.get(key), begun.get(key))
    if (state) states.set(key, state)
  }
  const ratings = new Map(
    rows.flatMap(({ work_key, rating }) => (rating === null ? [] : [[work_key, rating]])),
  )
  return { favorites: new Set(favorites), states, ratings, tagged }
}

async function readTagged(db: Db, userKey: number): Promise<UserMarks['tagged']> {
  const [tags, rows] = await Promise.all([listTagRows(db, userKey), listTagged(db, userKey)])
  const worksOf = Map.groupBy(rows, ({ tag_key }) => tag_key)
  return new Map(
    tags.map(({ key, folded }) => [
      folded,
      new Set((worksOf.get(key) ?? []).map(({ work_key }) => work_key)),
    ]),
  )
}

function setsOf(
  { favorite, progress = [], minOwnRating, heard, ownTags = [] }: WorkFilter,
  userKey: number,
  marked: UserMarks,
): WorkSet[] {
  const { version, favorites, states, ratings, tagged } = marked
  const named = (what: string, keys: ReadonlySet<number>, isWanted = true): WorkSet => ({
    name: `${userKey}.${version}.${what}`,
    keys,
    isWanted,
  })
  const chosen = (name: string, choose: () => ReadonlySet<number>, isWanted = true) =>
    named(name, chosenOnce(marked, name, choose), isWanted)
  const wanted = progressStates.filter((state) => progress.includes(state))
  const wantedTags = [...new Set(ownTags.map(fold))].sort()
  const sets = wantedTags.map((tag) => named(`tag ${tag}`, tagged.get(tag) ?? new Set()))
  if (favorite !== undefined) sets.push(named('favorites', favorites, favorite))
  if (wanted.length > 0)
    sets.push(chosen(wanted.join(), () => keysWhere(states, (state) => wanted.includes(state))))
  if (heard !== undefined) sets.push(chosen('heard', () => keysWhere(states, isHeard), heard))
  if (minOwnRating !== undefined)
    sets.push(chosen(`${minOwnRating}`, () => keysWhere(ratings, (rating) => rating >= minOwnRating)))
  return sets
}

const isHeard = (state: ProgressState): boolean => state === 'listening' || state === 'finished'

function chosenOnce(
  { chosen }: Pick<UserMarks, 'chosen'>,
  name: string,
  choose: () => ReadonlySet<number>,
): ReadonlySet<number> {
  const known = chosen.get(name)
  if (known) return known
  const keys = choose()
  chosen.set(name, keys)
  return keys
}

function keysWhere<T>(values: ReadonlyMap<number, T>, suits: (value: T) => boolean): ReadonlySet<number> {
  const keys = new Set<number>()
  for (const [key, value] of values) if (suits(value)) keys.add(key)
  return keys
}
