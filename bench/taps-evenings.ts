/** Measures every action of an evening: how long a listener waits until its response is painted, and for audio. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../e2e/browser.ts'
import { addUser, openPageAs, peopledFolder, signInTo } from '../e2e/people.ts'
import { koedana, startServer } from '../e2e/server.ts'
import { settled } from '../e2e/settled.ts'
import { writeSounds } from '../e2e/sounds.ts'
import { clickOptions, longWork, type Scene, scenes } from './taps-actions.ts'
import {
  forgetInteractions,
  type Interaction,
  readInteraction,
  watchInteractions,
} from './taps-interaction.ts'
import { responseAfter, soundAfter, watchAudio } from './taps-watch.ts'

/** Milliseconds of each run, by name of the action. */
export type Samples = Map<string, number[]>

/** The parts of each run, by name of the action. Actions that are not interactions have none. */
export type Interactions = Map<string, Interaction[]>

export interface Evenings {
  readonly runs: number
  /** CPU slowdown factors; each evening is run once per factor. */
  readonly rates: readonly number[]
}

export interface EveningTimes {
  /** Time from a press to its painted response, by slowdown factor. */
  readonly responses: ReadonlyMap<number, Samples>
  /** The parts of these times, by slowdown factor. */
  readonly interactions: ReadonlyMap<number, Interactions>
  /** Time from a press to audio, without slowdown. */
  readonly sounds: Samples
}

/** Runs the evenings. Each scene starts with a fresh page, so that lazy loading is measured too. */
export async function runEvenings({ runs, rates }: Evenings): Promise<EveningTimes> {
  const responses = new Map(rates.map((rate) => [rate, new Map()]))
  const interactions = new Map(rates.map((rate) => [rate, new Map()]))
  const waits = { responses, interactions, sounds: new Map() }
  const folder = await peopledFolder()
  try {
    await addLongWork(folder.path)
    // Each evening has a new user, because known users continue where they were.
    const evenings = Array.from({ length: runs }, (_, run) =>
      rates.map((rate) => ({ rate, username: `listener-${run}-at-${rate}` })),
    ).flat()
    for (const { username } of evenings) await addUser(folder.path, username)
    const server = await startServer(folder.path)
    const browser = await launchBrowser()
    try {
      for (const evening of evenings) await runEvening({ browser, origin: server.origin, ...evening }, waits)
    } finally {
      await browser.close()
      await server.stop()
    }
  } finally {
    await folder.remove()
  }
  return waits
}

async function runEvening(at: EveningRun, { responses, interactions, sounds }: EveningTimes): Promise<void> {
  const kept = {
    responses: responses.get(at.rate) ?? new Map(),
    interactions: interactions.get(at.rate) ?? new Map(),
  }
  for (const scene of scenes) await playScene(at, scene, kept)
  await measureSounds(at, sounds)
}

/** Adds three tracks of seventy seconds, the first with subtitles. */
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

interface EveningRun {
  readonly browser: Browser
  readonly origin: string
  readonly username: string
  readonly rate: number
}

async function open({ browser, origin, username }: EveningRun, path: string) {
  const signedIn = await signInTo(origin, username)
  const watched = await openPageAs(browser, { origin, signedIn })
  await watchAudio(watched.page)
  await watchInteractions(watched.page)
  await watched.page.goto(`${origin}${path}`)
  await settled(watched.page)
  return watched
}

interface SampleMaps {
  readonly responses: Samples
  readonly interactions: Interactions
}

async function playScene(at: EveningRun, { path, acts }: Scene, kept: SampleMaps): Promise<void> {
  const { page, close } = await open(at, path)
  const processor = await page.context().newCDPSession(page)
  for (const act of acts) {
    await act.before?.(page)
    await forgetInteractions(page)
    await processor.send('Emulation.setCPUThrottlingRate', { rate: at.rate })
    const ms = await responseAfter(page, () => act.press(page), act.response).catch((cause: unknown) => {
      throw new Error(`${path}, ${act.name}`, { cause })
    })
    await processor.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    add(kept.responses, `${path} ${act.name}`, ms)
    await settled(page)
    const interaction = await readInteraction(page)
    if (interaction) add(kept.interactions, `${path} ${act.name}`, interaction)
  }
  await close()
}

async function measureSounds(at: EveningRun, sounds: Samples): Promise<void> {
  const { page, close } = await open(at, `/work/${longWork}`)
  const main = page.getByRole('main')
  const player = page.getByRole('region', { name: 'Player' })
  const inPlayer = (name: string) => player.getByRole('button', { name, exact: true }).click(clickOptions)
  const acts: Readonly<Record<string, () => Promise<void>>> = {
    play: () => main.locator('.btn-primary').click(clickOptions),
    'next track': () => inPlayer('Next track'),
    '15 s on': () => inPlayer('Forward 15 seconds'),
    'a track of the list': () => main.getByRole('button', { name: /Night mp3/ }).click(clickOptions),
    'go on after a pause': () => inPlayer('Play'),
  }
  for (const [name, press] of Object.entries(acts)) {
    if (name === 'go on after a pause') await inPlayer('Pause')
    await page.waitForTimeout(500)
    add(sounds, name, await soundAfter(page, press))
  }
  await close()
}

function add<Measured>(of: Map<string, Measured[]>, name: string, measured: Measured): void {
  of.set(name, [...(of.get(name) ?? []), measured])
}
