/** A server in its own process whose threads die when the test requests it (`crashing-threads.ts`). */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roleOf } from '@koedana/contract/values.ts'
import { expect } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import { createTestLibrary, sound, type TestLibrary } from '../../features/library/testing/library.ts'
import { secretKey, startTestServer } from '../../testing/test-server.ts'
import { createPrograms, type Program } from './server-processes.ts'

export const works = ['RJ900001', 'RJ900002', 'RJ900003'] as const
export const [heard] = works
/** The password of the accounts `keeper` (an administrator) and `reader`. */
export const password = 'lantern moss 7'
/** Some megabytes, so that playback continues while threads die. */
export const playedAudio = () => Buffer.from(sound(heard, 40))

const mortal = new URL('./crashing-threads.ts', import.meta.url).href

export async function openCrashingServers() {
  const folder = await mkdtemp(join(tmpdir(), 'koedana-deaths-'))
  const deaths = join(folder, 'deaths')
  for (const name of ['data', 'deaths']) await mkdir(join(folder, name))
  const library = await settle(join(folder, 'data'))
  const { serving, endAll } = createPrograms(() => join(folder, 'data'))
  const mark = (name: string) => writeFileSync(join(deaths, name), '')
  return {
    begin: (more: Record<string, string> = {}) =>
      begin(serving, { TEST_DEATHS: deaths, SECRET_KEY: secretKey, TRUSTED_PROXIES: '127.0.0.1', ...more }),
    mark,
    /** Tells one thread to die. Resolves when a thread has taken the instruction. */
    letDie: async (way: string) => {
      await rm(join(deaths, 'died'), { force: true })
      writeFileSync(join(deaths, 'next'), way)
      renameSync(join(deaths, 'next'), join(deaths, 'die'))
      await expect.poll(() => existsSync(join(deaths, 'died'))).toBe(true)
    },
    /** Returns how many threads other than the first have started. */
    begun: () => readdirSync(deaths).filter((name) => name.startsWith('begun')).length,
    close: async () => {
      await endAll()
      library.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function settle(folder: string): Promise<TestLibrary> {
  const database = await openDatabase({ folder })
  await migrate(database)
  const library = createTestLibrary(database)
  for (const id of works) library.put(`${id} rain/1.wav`, id === heard ? playedAudio() : sound(id))
  await library.scan()
  const here = await startTestServer(
    { name: 'sqlite', open: async () => database },
    { visitorCeiling: 'r18' },
  )
  await here.signIn({ username: 'keeper', password, role: roleOf.admin })
  await here.signIn({ username: 'reader', password, ageRestriction: 'r18' })
  await here.close()
  return library
}

/** Small heaps, so that threads run out of memory soon. */
const heap = '--max-old-space-size=160 --max-semi-space-size=1'

async function begin(
  serving: ReturnType<typeof createPrograms>['serving'],
  environment: Record<string, string>,
) {
  const { child, origin } = await serving(['--threads', '3'], {
    NODE_OPTIONS: `--import=${mortal} ${heap}`,
    ...environment,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      said += String(bytes)
    })
  const times = (words: string) => said.split(words).length - 1
  return {
    child,
    origin,
    /** Returns how often the server has logged this since it started. */
    times,
    deaths: () => times('a thread that takes requests has ended'),
    complete: () => expect.poll(() => times('all threads take requests')).toBe(1),
    used: () => usedBy(child),
  }
}

/** Returns the resource usage of the process from Linux's /proc. */
function usedBy({ pid }: Program) {
  const of = (name: string) => join('/proc', String(pid), name)
  const [, pages = 0] = readFileSync(of('statm'), 'utf8').split(' ').map(Number)
  return {
    threads: readdirSync(of('task')).length,
    files: readdirSync(of('fd')).length,
    megabytes: pages / 256,
  }
}
