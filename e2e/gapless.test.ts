import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeWav, type Stereo, sampleRate } from '@koedana/fakes/demo/sound.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { hearTurns, turnsOf } from './recorder.ts'
import { koedana, temporaryFolder } from './server.ts'
import { t } from './words.ts'

/** A longer silence is audible. */
const maxMs = 60
const trackSeconds = 3

/** Tracks alternate between the left and the right channel, so that a sample can be attributed to its track. */
function tone(side: 0 | 1): Stereo {
  const sound: Stereo = [
    new Float32Array(trackSeconds * sampleRate),
    new Float32Array(trackSeconds * sampleRate),
  ]
  for (let at = 0; at < sound[side].length; at += 1) {
    sound[side][at] = 0.5 * Math.sin((2 * Math.PI * 500 * at) / sampleRate)
  }
  return sound
}

const here = journey(async () => {
  const folder = await temporaryFolder()
  const work = join(folder.path, 'library', 'RJ90000001 雨の駅')
  await mkdir(work, { recursive: true })
  for (const at of [1, 2, 3, 4, 5]) {
    await writeFile(join(work, `${at}.wav`), encodeWav(tone(at % 2 === 1 ? 0 : 1)))
  }
  await koedana(folder.path, 'scan', join(folder.path, 'library'), '--age', 'all')
  return folder
})

const play = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()

test('the next track follows without a gap, in the samples that are heard', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US', bypassCSP: true })
  await hearTurns(page)
  await page.goto(`${origin}/work/RJ90000001`)
  await play(page)
  await expect.poll(() => turnsOf(page)).toHaveLength(4)
  const gaps = (await turnsOf(page)).map(({ silentMs }) => Math.round(silentMs))
  expect(Math.max(...gaps), `milliseconds between the tracks: ${gaps.join(', ')}`).toBeLessThanOrEqual(maxMs)
  // Tracks must not overlap for longer than that either.
  expect(Math.min(...gaps), `milliseconds between the tracks: ${gaps.join(', ')}`).toBeGreaterThanOrEqual(
    -maxMs,
  )
  expect(errors).toEqual([])
  await close()
})
