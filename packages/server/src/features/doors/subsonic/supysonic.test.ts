/**
 * Sends the same requests to supysonic, an independent Subsonic server: every field that it returns must be in our responses, with the
 * same type.
 */
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eachEngine } from '../../../testing/engines.ts'
import { rainAlbum, rainSong, type SubsonicWorld, subsonicWorld } from './testing/subsonic-world.ts'

const python = '/usr/bin/python3'
/** On CI all programs must be installed, so nothing is skipped. */
const isThere =
  process.env.CI === 'true' ||
  (spawnSync(python, ['-c', 'import supysonic']).status === 0 &&
    spawnSync('ffmpeg', ['-version']).error === undefined)

type NamedRequest = readonly [name: string, parameters?: Readonly<Record<string, string>>]

/**
 * The order matters: later calls read what earlier ones wrote. `$song` and similar names stand for the IDs of the same things on each
 * server.
 */
const calls: readonly NamedRequest[] = [
  ['ping'],
  ['getLicense'],
  ['getUser', { username: 'listener' }],
  ['getMusicFolders'],
  ['getArtists'],
  ['getIndexes'],
  ['getGenres'],
  ['getArtist', { id: '$artist' }],
  ['getAlbum', { id: '$album' }],
  ['getSong', { id: '$song' }],
  ['getMusicDirectory', { id: '$folder' }],
  ['getAlbumList', { type: 'newest' }],
  ['getAlbumList2', { type: 'newest' }],
  ['getRandomSongs'],
  ['getSongsByGenre', { genre: 'Calm' }],
  ['search2', { query: 'on' }],
  ['search3', { query: '' }],
  ['star', { id: '$song', albumId: '$album', artistId: '$artist' }],
  ['setRating', { id: '$song', rating: '4' }],
  ['scrobble', { id: '$song' }],
  ['getStarred2'],
  ['createPlaylist', { name: 'Evening', songId: '$song' }],
  ['getPlaylists'],
  ['getSong', { id: 'nothing' }],
  ['getAlbumList2', { type: 'nonsense' }],
  ['getAlbum'],
]

/** Runs the other server's application without a network: reads a list of calls, writes a list of responses. */
const script = `
import json, sys
from supysonic.web import create_application
client = create_application().test_client()
login = {'u': 'listener', 'p': 'lantern-moss-7', 'v': '1.10.2', 'c': 'test', 'f': 'json'}
ask = lambda name, more: json.loads(client.get('/rest/%s.view' % name, query_string={**login, **more}).data)['subsonic-response']
song = ask('search3', {'query': ''})['searchResult3']['song'][0]
ids = {'$song': song['id'], '$album': song['albumId'], '$artist': song['artistId'], '$folder': song['parent']}
calls = json.loads(sys.stdin.read())
print(json.dumps([ask(name, {key: ids.get(text, text) for key, text in more.items()}) for name, more in calls]))
`

const Responses = v.array(v.looseObject({ status: v.string() }))

/** Fields that are not known here, and song stars, since a star belongs to the work (ADR 0055). */
const others = /\.(discNumber|email|lastPlayed|averageRating|playCount)$|^\.starred2\.song/
/** IDs that are a number on one server and a text on the other: the protocol has had both. */
const idsOfAnyKind = new Set(['.musicFolders.musicFolder[].id'])

/** Yields the paths of all values, with their types. */
function* typesIn(value: unknown, path = ''): Generator<readonly [string, string]> {
  if (Array.isArray(value)) for (const one of value) yield* typesIn(one, `${path}[]`)
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) yield* typesIn(one, `${path}.${name}`)
  else yield [path, idsOfAnyKind.has(path) ? 'id' : typeof value]
}

/** Requested once, since it does not depend on our database engine. */
let theirResponses: ReturnType<typeof askOther>
const home = mkdtempSync(join(tmpdir(), 'koedana-supysonic-'))
beforeAll(() => {
  if (isThere) theirResponses = askOther(home)
})
afterAll(() => rmSync(home, { recursive: true }))

async function askOther(home: string): Promise<v.InferOutput<typeof Responses>> {
  const env = { ...process.env, HOME: home }
  const run = (program: string, ...args: readonly string[]) =>
    promisify(execFile)(program, args, { env, cwd: home })
  const music = join(home, 'music', 'Paper Lantern', 'Rain on the roof')
  mkdirSync(music, { recursive: true })
  const settings = [
    '[base]',
    `database_uri = sqlite:///${home}/s.db`,
    '[webapp]',
    `cache_dir = ${home}/cache`,
  ]
  writeFileSync(join(home, '.supysonic'), `${settings.join('\n')}\n`)
  const tags = {
    artist: 'Paper Lantern',
    album: 'Rain on the roof',
    title: 'one',
    track: '1',
    genre: 'Calm',
    date: '2025',
  }
  const metadata = Object.entries(tags).flatMap(([name, text]) => ['-metadata', `${name}=${text}`])
  await run('ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', 'sine=d=2', ...metadata, join(music, '1.mp3'))
  await run('supysonic-cli', 'user', 'add', 'listener', '-p', 'lantern-moss-7')
  await run('supysonic-cli', 'folder', 'add', 'Music', join(home, 'music'))
  await run('supysonic-cli', 'folder', 'scan', 'Music')
  const child = promisify(execFile)(python, ['-c', script], { env, cwd: home })
  child.child.stdin?.end(JSON.stringify(calls.map(([name, more = {}]) => [name, more])))
  return v.parse(Responses, JSON.parse((await child).stdout))
}

eachEngine((engine) => {
  let here: SubsonicWorld
  beforeEach(async () => {
    here = await subsonicWorld(engine)
  })
  afterEach(() => here.close())

  const askOurs = async () => {
    const { as } = await here.enter()
    await here.w.deps.write.updateTable('track').set({ bitrate: 64_000 }).execute()
    const ids = new Map(
      Object.entries({ $song: rainSong, $album: rainAlbum, $artist: 'ar-RG01234', $folder: rainAlbum }),
    )
    const responses = []
    for (const [name, more = {}] of calls) {
      const given = Object.fromEntries(
        Object.entries(more).map(([key, text]) => [key, ids.get(text) ?? text]),
      )
      responses.push(await here.ask(name, { ...as, ...given }))
    }
    return responses
  }

  test.skipIf(!isThere)('supysonic and this server say the same of the same', async () => {
    const [theirs, ours] = [await theirResponses, await askOurs()]
    for (const [at, [name]] of calls.entries()) {
      expect([name, ours[at]?.status]).toEqual([name, theirs[at]?.status])
      const said = new Map(typesIn(ours[at]))
      for (const [path, type] of typesIn(theirs[at])) {
        if (others.test(path)) continue
        expect([name, path, said.get(path)]).toEqual([name, path, type])
      }
    }
  })
})
