/**
 * Flings through a list of 10,000 works in a Chromium with CPU throttling. Measures the longest task by the long animation frames that the
 * browser reports (50 ms and more). Such a frame starts with the first task that changes the page and lasts until it is painted. On a slow
 * machine most of it may be a wait for the next paint. The threshold therefore applies to its tasks including the painting; the whole frame
 * is shown too.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../e2e/browser.ts'
import { addUser, openPageAs, signInTo } from '../e2e/people.ts'
import { koedana } from '../e2e/server.ts'
import { settled } from '../e2e/settled.ts'
import { serveFolder } from './bench-server.ts'
import { feedFile } from './feed-file.ts'
import { printResult, printTable, quantile } from './report.ts'

const works = 10_000
const rate = 4
/** Limit of a task in milliseconds: by the standard, longer ones are long tasks. */
const maxMs = 50
/** Pixels per fling, pixels per second, and the number of flings. */
const fling = { distance: 12_000, speed: 3_000, times: 4 }
const username = 'haruka'
const cache = join(import.meta.dirname, '..', '.cache', 'bench')

/** In milliseconds; `blockedMs` is the time of tasks beyond 50 ms each. */
interface LongFrame {
  readonly durationMs: number
  readonly blockedMs: number
}

interface ScrollResult {
  readonly longFrames: readonly LongFrame[]
  /** How far down the list the scrolling ended. */
  readonly pixels: number
}

export async function judgeScroll(runs: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'koedana-bench-scroll-'))
  try {
    await koedana(folder, 'import', await feedFile(cache, works))
    await addUser(folder, username, '--role', 'admin')
    const scrolled = await scrollEach(folder, runs)
    const longest = maxMs + quantile(scrolled.map(longestIn('blockedMs')), 0.5)
    printTable(
      `Scrolling a list of ${works} works at ${rate} x`,
      scrolled.map((run) => ({
        pixels: run.pixels,
        'frames of 50 ms and more': run.longFrames.length,
        'the longest, ms': run.longFrames.length === 0 ? '–' : Math.round(longestIn('durationMs')(run)),
        'tasks beyond 50 ms, ms': Math.round(longestIn('blockedMs')(run)),
      })),
    )
    printResult({
      bar: `scroll at ${rate} x`,
      ratio: maxMs / longest,
      holds: longest <= maxMs,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const longestIn =
  (time: keyof LongFrame) =>
  ({ longFrames }: ScrollResult): number =>
    Math.max(0, ...longFrames.map((frame) => frame[time]))

async function scrollEach(folder: string, runs: number): Promise<ScrollResult[]> {
  const server = await serveFolder(folder)
  const browser = await launchBrowser()
  try {
    const scrolled: ScrollResult[] = []
    for (let run = 0; run < runs; run++) {
      const signedIn = await signInTo(server.origin, username)
      const { page, close } = await openPageAs(browser, { origin: server.origin, signedIn })
      await page.goto(`${server.origin}/works`)
      await settled(page)
      scrolled.push(await scroll(page))
      await close()
    }
    return scrolled
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function scroll(page: Page): Promise<ScrollResult> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  const frames = await page.evaluateHandle(() => {
    const seen: LongFrame[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const blockedMs = 'blockingDuration' in entry ? Number(entry.blockingDuration) : Number.NaN
        seen.push({ durationMs: entry.duration, blockedMs })
      }
    }).observe({ type: 'long-animation-frame' })
    return seen
  })
  const { width, height } = page.viewportSize() ?? { width: 1_000, height: 700 }
  for (let time = 0; time < fling.times; time++)
    await session.send('Input.synthesizeScrollGesture', {
      x: width / 2,
      y: height / 2,
      yDistance: -fling.distance,
      speed: fling.speed,
    })
  return { longFrames: await frames.jsonValue(), pixels: await page.evaluate(() => Math.round(scrollY)) }
}
