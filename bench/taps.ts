/**
 * `npm run bench:taps -- --runs 5`: how long a listener waits for an answer. Every act of an evening is pressed in a Chromium
 * whose processor is four times slower, until its answer is painted; then how long a press waits for sound, as fast as the
 * machine is. Each scene begins with a fresh page, so that what loads late is waited for too.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../e2e/browser.ts'
import { addUser, openPageAs, peopledFolder, signInTo } from '../e2e/people.ts'
import { koedana, startServer } from '../e2e/server.ts'
import { settled } from '../e2e/settled.ts'
import { writeSounds } from '../e2e/sounds.ts'
import { readNumber } from './arguments.ts'
import { printResult, printTable, quantile } from './report.ts'
import { longWork, type Scene, scenes } from './taps-acts.ts'
import { answerAfter, soundAfter, watchAudio } from './taps-watch.ts'

const slower = 4
/** Milliseconds from a press to its painted answer, and to sound. */
const most = { answerMs: 100, soundMs: 300 }

const runs = readNumber('runs') ?? 5
const folder = await peopledFolder()
const listenerOf = (run: number) => `listener-${run}`
const samples = { answers: new Map<string, number[]>(), sounds: new Map<string, number[]>() }
try {
  await addLongWork(folder.path)
  // Somebody else each time: who was here before goes on where they were.
  for (let run = 0; run < runs; run++) await addUser(folder.path, listenerOf(run))
  const server = await startServer(folder.path)
  const browser = await launchBrowser()
  try {
    for (let run = 0; run < runs; run++) {
      const at = { browser, origin: server.origin, username: listenerOf(run) }
      for (const scene of scenes) await playScene(at, scene)
      await hear(at)
    }
  } finally {
    await browser.close()
    await server.stop()
  }
} finally {
  await folder.remove()
}
judge('taps', samples.answers, most.answerMs, `From a press to its painted answer at ${slower} × CPU`)
judge('sound', samples.sounds, most.soundMs, 'From a press to sound')

/** Three tracks of seventy seconds, of which the first has lyrics. */
async function addLongWork(data: string): Promise<void> {
  const library = join(data, 'bench-library')
  const work = `${longWork} Long rain`
  await writeSounds(library, [`${work}/1 Rain.mp3`, `${work}/2 Station.mp3`, `${work}/3 Night.mp3`], 70)
  await mkdir(join(library, work), { recursive: true })
  const lines = ['Good morning, it rains', 'Have some tea', 'See you tomorrow', 'Good night']
  const lyrics = lines.map((line, at) => `[00:${at}0.00]${line}`).join('\n')
  await writeFile(join(library, work, '1 Rain.lrc'), lyrics)
  await koedana(data, 'scan', library, '--age', 'all')
}

interface Listening {
  readonly browser: Browser
  readonly origin: string
  readonly username: string
}

async function open({ browser, origin, username }: Listening, path: string) {
  const signedIn = await signInTo(origin, username)
  const watched = await openPageAs(browser, { origin, signedIn })
  await watchAudio(watched.page)
  await watched.page.goto(`${origin}${path}`)
  await settled(watched.page)
  return watched
}

async function playScene(at: Listening, { path, acts }: Scene): Promise<void> {
  const { page, close } = await open(at, path)
  const processor = await page.context().newCDPSession(page)
  for (const act of acts) {
    await act.before?.(page)
    await processor.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const ms = await answerAfter(page, () => act.press(page), act.answer).catch((cause: unknown) => {
      throw new Error(`${path}, ${act.name}`, { cause })
    })
    await processor.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    add(samples.answers, `${path} ${act.name}`, ms)
    await settled(page)
  }
  await close()
}

async function hear(at: Listening): Promise<void> {
  const { page, close } = await open(at, `/work/${longWork}`)
  const main = page.getByRole('main')
  const player = page.getByRole('region', { name: 'Player' })
  const inPlayer = (name: string) => player.getByRole('button', { name, exact: true }).click()
  const acts: Readonly<Record<string, () => Promise<void>>> = {
    play: () => main.locator('.btn-primary').click(),
    'next track': () => inPlayer('Next track'),
    '15 s on': () => inPlayer('Forward 15 seconds'),
    'a track of the list': () => main.getByRole('button', { name: /Night mp3/ }).click(),
    'go on after a pause': () => inPlayer('Play'),
  }
  for (const [name, press] of Object.entries(acts)) {
    if (name === 'go on after a pause') await inPlayer('Pause')
    await page.waitForTimeout(500)
    add(samples.sounds, name, await soundAfter(page, press))
  }
  await close()
}

function add(of: Map<string, number[]>, name: string, ms: number): void {
  of.set(name, [...(of.get(name) ?? []), ms])
}

function judge(bar: string, measured: ReadonlyMap<string, number[]>, bound: number, heading: string): void {
  const rows = [...measured].map(([act, values]) => ({
    act,
    least: Math.min(...values),
    ms: quantile(values, 0.5),
    worst: Math.max(...values),
  }))
  printTable(
    `${heading}, the least, the median of ${runs}, and the worst (bound ${bound} ms)`,
    rows.map(({ act, least, ms, worst }) => ({
      act,
      least: Math.round(least),
      ms: Math.round(ms),
      worst: Math.round(worst),
      '': ms > bound ? 'too long' : '',
    })),
  )
  const longest = Math.max(...rows.map(({ ms }) => ms))
  printResult({ bar, ratio: bound / longest, holds: longest <= bound })
}
