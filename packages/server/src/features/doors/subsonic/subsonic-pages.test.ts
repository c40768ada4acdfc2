/** Tests that offline apps can copy the whole library in pages of the empty search. */
import type { FeedWork } from '@koedana/contract/feed.ts'
import { workKeyOf } from '@koedana/contract/values.ts'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { type SubsonicWorld, subsonicWorld } from './testing/subsonic-world.ts'

const Ids = v.array(v.object({ id: v.string() }))
const Found = v.object({ searchResult3: v.object({ artist: Ids, album: Ids, song: Ids }) })

eachEngine((engine) => {
  let here: SubsonicWorld
  beforeEach(async () => {
    here = await subsonicWorld(engine)
  })
  afterEach(() => here.close())

  test('the empty search pages all works, songs and circles once each, also while works come', async () => {
    const ids = Array.from({ length: 450 }, (_, at) => `RJ02${String(at).padStart(6, '0')}`)
    const works: FeedWork[] = ids.map((id, at) => ({
      id,
      name: `Work ${at}`,
      ageCategory: 'all',
      maker: { id: `RG2${at % 9}`, name: `Circle ${at % 9}` },
      ...(at % 3 > 0 && { releaseDate: `20${10 + (at % 10)}-01-01` }),
    }))
    await here.w.make(works)
    const { db, write, catalogue } = here.w.deps
    const first = await db.selectFrom('track').selectAll().limit(1).executeTakeFirstOrThrow()
    const tracks = ids.flatMap((id, at) =>
      Array.from({ length: at % 4 }, (_, n) => {
        const name = `${workKeyOf(id)}-${n}`
        return {
          ...first,
          id: name,
          path: `${name}.mp3`,
          title: `${n}`,
          position: n,
          work_key: workKeyOf(id),
        }
      }),
    )
    for (let at = 0; at < tracks.length; at += 100)
      await write
        .insertInto('track')
        .values(tracks.slice(at, at + 100))
        .execute()
    await write.updateTable('work').set({ in_library: 1 }).where('key', 'in', ids.map(workKeyOf)).execute()
    await here.w.make(works.map((work) => ({ ...work, name: `${work.name}!` })))
    await catalogue.caughtUp()
    const { read } = await here.enter()
    const pages = async (kind: 'artist' | 'album' | 'song', count: number) => {
      const all: string[] = []
      for (let offset = 0; ; offset += count) {
        const parameters = {
          artistCount: 0,
          albumCount: 0,
          songCount: 0,
          [`${kind}Count`]: count,
          [`${kind}Offset`]: offset,
        }
        const page = v.parse(Found, await read('search3', { query: '""', ...parameters })).searchResult3[kind]
        all.push(...page.map(({ id }) => id))
        if (page.length < count) return all
      }
    }
    const songs = await pages('song', 97)
    expect([songs.length, new Set(songs).size]).toEqual([tracks.length + 2, tracks.length + 2])
    expect(await pages('song', 500)).toEqual(songs)
    const albums = await pages('album', 130)
    expect([albums.length, new Set(albums).size]).toEqual([451, 451])
    expect(new Set(await pages('artist', 4)).size).toBe(10)
    const [late] = songs.slice(300)
    await here.w.make([{ id: 'RJ03000000', name: 'Late', ageCategory: 'all', releaseDate: '2026-11-01' }])
    const parameters = { query: '', artistCount: 0, albumCount: 0, songCount: 1, songOffset: 300 }
    expect(v.parse(Found, await read('search3', parameters)).searchResult3.song).toEqual([
      { ...{ id: late } },
    ])
  })
})
