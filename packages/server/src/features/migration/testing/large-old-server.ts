/** Fills an old server with thousands of rows, some of them odd. */
import { type Generation, type OldServer, type OldTableRow, oldHash, stateOf } from './old-kikoeru.ts'

const people = ['haruka', 'midori', 'tsukasa']
const at = '2024-05-06 07:08:09'

/**
 * Inserts works as each generation stores them, with reviews and other data of that generation. Every seventh work ID in reviews has a
 * leading zero, some circles are 0 or were created manually, and some of all values are invalid.
 */
export function fillOld(old: OldServer, generation: Generation, works: number): void {
  const numbers = Array.from({ length: works }, (_, n) => n)
  const idOf = idsOf(generation)
  const isLast = generation === 'kikoenai'
  old.insert('t_user', ...people.map((name) => ({ name, password: oldHash(`${name} 1`), group: 'user' })))
  const circles = Array.from({ length: 100 }, (_, n) => (n === 99 ? -1 : n))
  old.insert(
    't_circle',
    ...circles.map((n) => ({ id: isLast ? `circle ${n}` : n, name: `Circle ${Math.abs(n)}` })),
  )
  const genres = Array.from({ length: 50 }, (_, n) => n + 1)
  old.insert('t_tag', ...genres.map((n) => ({ id: isLast ? `tag ${n}` : n, name: `Genre ${n}` })))
  old.insert('t_va', ...Array.from({ length: 200 }, (_, n) => ({ id: `va ${n}`, name: `Voice ${n}` })))
  old.insert('t_work', ...numbers.map((n) => workOf(generation, n)))
  old.insert(
    'r_tag_work',
    ...numbers.map((n) => ({
      tag_id: isLast ? `tag ${n % 60}` : n % 60,
      work_id: n % 29 === 0 ? -n : idOf(n),
    })),
  )
  old.insert('r_va_work', ...numbers.map((n) => ({ va_id: `va ${n % 250}`, work_id: idOf(n) })))
  old.insert('t_review', ...numbers.map((n) => reviewOf(generation, n)))
  fillPlays(old, generation, works)
  if (generation === 'valohalo') fillLists(old, works)
}

/**
 * Returns how work IDs are stored. Kikoenai stores them as text, with works of another shop among them; ValoHalo adds large offsets for
 * other shops.
 */
function idsOf(generation: Generation): (n: number) => string | number {
  const usual = (n: number) => 1_000_000 + n * 7
  if (generation === 'kikoenai') return (n) => (n % 41 === 5 ? `d_${usual(n)}` : `0${usual(n)}`)
  if (generation === 'valohalo') return (n) => ((n % 37) % 3) * 10 ** 12 + usual(n)
  return usual
}

function workOf(generation: Generation, n: number): OldTableRow {
  const circle = n % 101
  return {
    id: idsOf(generation)(n),
    title: n % 500 === 3 ? null : `Work ${n}\0 \ud800`,
    circle_id: generation === 'kikoenai' ? `circle ${circle}` : circle,
    nsfw: n % 3 === 0 ? null : n % 2,
    release: n % 11 === 0 ? 'soon' : '2021-03-04',
    dl_count: n % 13 === 0 ? -1 : n,
    price: n % 17 === 0 ? 'free' : 110 * n,
    rate_average_2dp: n % 19 === 0 ? 77 : 4.5,
    ...(generation !== 'project' && { memo: n % 23 === 0 ? '{"half":' : '{}' }),
  }
}

const words = ['marked', 'listening', 'listened', 'replay', 'postponed', 'dreaming', null]

function reviewOf(generation: Generation, n: number): OldTableRow {
  const id = idsOf(generation)(n)
  const spelt = n % 7 === 0 && typeof id === 'number' ? `0${id}` : String(id)
  return {
    user_name: n % 97 === 0 ? 'nobody' : (people[n % 3] ?? ''),
    work_id: n % 89 === 0 ? `no work ${n}` : spelt,
    rating: n % 8,
    review_text: n % 5 === 0 ? `Note ${n}` : null,
    progress: words[n % 7] ?? null,
    updated_at: n % 31 === 0 ? 'yesterday' : at,
    created_at: null,
  }
}

function fillPlays(old: OldServer, generation: Generation, works: number): void {
  if (generation === 'project') return
  const idOf = idsOf(generation)
  const some = Array.from({ length: Math.min(works, 500) }, (_, n) => n)
  old.insert(
    generation === 'kikoenai' ? 't_play_history' : 't_play_histroy',
    ...some.map((n) => ({
      user_name: 'haruka',
      work_id: idOf(n),
      state: n % 2 ? stateOf([{ title: 'a' }], 0, 1) : '[]',
      updated_at: at,
    })),
  )
  if (generation !== 'kikoenai') return
  old.insert(
    't_track_progress',
    ...some.map((n) => ({
      user_name: n % 9 ? 'midori' : 'nobody',
      work_id: idOf(n),
      track_key: n.toString(16).padStart(8, '0'),
      seconds: n % 11 ? n : -1,
      completed: n % 2,
      updated_at: at,
    })),
  )
}

/** Inserts lists of deleted users, items without a list, and positions in missing files. */
function fillLists(old: OldServer, works: number): void {
  const idOf = idsOf('valohalo')
  const some = Array.from({ length: Math.min(works, 400) }, (_, n) => n)
  const lists = Array.from({ length: 40 }, (_, n) => ({
    id: n + 1,
    user_name: n % 8 === 7 ? 'nobody' : (people[n % 3] ?? ''),
    name: `List ${n}`,
    updated_at: at,
  }))
  old.insert('t_playlist', ...lists)
  old.insert('t_work_collection', ...lists.map((list) => ({ ...list, name: `Shelf ${list.id}` })))
  old.insert(
    't_playlist_item',
    ...some.map((n) => ({
      id: n + 1,
      playlist_id: n % 45,
      work_id: idOf(n),
      relative_path: n % 6 === 0 ? null : `${n}.wav`,
      title: `${n}`,
      work_title: 'Work',
      position: some.length - n,
    })),
  )
  old.insert(
    't_work_collection_item',
    ...some.map((n) => ({ id: n + 1, collection_id: n % 45, work_id: idOf(n), position: n })),
  )
  old.insert(
    't_work_user_state',
    ...some.map((n) => ({ user_name: 'midori', work_id: idOf(n), archived_at: n % 4 ? at : null })),
  )
  old.insert(
    't_bookmark',
    ...some.map((n) => ({
      id: n + 1,
      user_name: n % 9 ? 'tsukasa' : 'nobody',
      work_id: idOf(n),
      relative_path: `${n}.wav`,
      seconds: n % 10 ? n : -1,
      name: `Moment ${n}`,
      note: null,
    })),
  )
}
