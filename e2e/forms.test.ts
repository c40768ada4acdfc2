import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hasFfmpeg } from '../packages/server/src/features/library/testing/ffmpeg.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { notices } from './people.ts'
import { koedana, temporaryFolder } from './server.ts'
import { audioOf, keepAudio, writeSounds } from './sounds.ts'
import { pattern, t } from './words.ts'

let library = ''
const here = journey(async () => {
  const folder = await temporaryFolder()
  library = join(folder.path, 'library')
  await writeSounds(library, ['RJ90000001 雨/1 雨.aiff', 'RJ90000001 雨/2 駅.aiff'])
  await writeSounds(library, [
    'RJ90000002 駅/1 朝.mp3',
    'RJ90000002 駅/2 夜.mp3',
    'RJ90000002 駅/3 夢.mp3',
    'RJ90000002 駅/4 星.mp3',
  ])
  await koedana(folder.path, 'scan', library, '--age', 'all')
  return folder
})

async function openWork(id: string) {
  const { browser, origin } = here()
  const watched = await openPage(browser, { language: 'en-US' })
  await keepAudio(watched.page)
  const media: string[] = []
  watched.page.on('request', (request) => request.url().includes('/media/') && media.push(request.url()))
  await watched.page.goto(`${origin}/work/${id}`)
  const play = () =>
    watched.page
      .getByRole('main')
      .getByRole('button', { name: t('work.play'), exact: true })
      .click()
  return { ...watched, media, play }
}

const seconds = (page: Page) => expect.poll(() => audioOf(page, 'currentTime'))
const titleOf = (page: Page) => page.getByRole('region', { name: t('player.region') })

test.skipIf(!hasFfmpeg)(
  'what no browser plays is heard as the server converts it, one after the other',
  async () => {
    const { page, media, play, errors, close } = await openWork('RJ90000001')
    await play()
    await seconds(page).toBeGreaterThan(0.5)
    expect(media.every((url) => url.includes('&form=opus-128'))).toBe(true)
    await titleOf(page).getByText('駅', { exact: true }).first().waitFor()
    await seconds(page).toBeGreaterThan(0.5)
    expect(await audioOf(page, 'duration')).toBeCloseTo(4, 0)
    expect(errors).toEqual([])
    await close()
  },
)

/** The file is restored in any case, since the journey may run again. */
async function away(path: string, act: () => Promise<void>): Promise<void> {
  await rename(path, `${path}.away`)
  try {
    await act()
  } finally {
    await rm(path, { force: true, recursive: true })
    await rename(`${path}.away`, path)
  }
}

test('a track that is gone is passed over, and a network that goes is waited for', async () => {
  await away(join(library, 'RJ90000002 駅', '1 朝.mp3'), async () => {
    const { page, play, close } = await openWork('RJ90000002')
    await play()
    await notices(page, '朝').waitFor()
    await titleOf(page).getByText('夜', { exact: true }).first().waitFor()
    await seconds(page).toBeGreaterThan(0.3)
    await titleOf(page)
      .getByRole('button', { name: t('player.pause') })
      .click()
    // The next track is not buffered yet.
    await page.route('**/media/**', (route) => route.abort('internetdisconnected'))
    await page.getByRole('main').getByRole('button', { name: /星/ }).click()
    await titleOf(page).getByText('Waiting for the connection').waitFor()
    await page.unroute('**/media/**')
    await seconds(page).toBeGreaterThan(0.5)
    expect(await titleOf(page).getByText('Waiting for the connection').count()).toBe(0)
    await close()
  })
})

test('where the storage is away the player stops there and says so', async () => {
  const { page, close } = await openWork('RJ90000002')
  // If a track cannot be loaded, its row shows an error, and nothing plays.
  const row = page.getByRole('main').getByRole('button', { name: /夜/ })
  await row.waitFor()
  await away(library, async () => {
    // The first track may have been prefetched before Play was pressed.
    await row.click()
    await notices(page, pattern('audio.away')).waitFor()
    await titleOf(page)
      .getByRole('button', { name: t('work.play'), exact: true })
      .waitFor()
    expect(await titleOf(page).getByText('夜', { exact: true }).count()).toBeGreaterThan(0)
  })
  await titleOf(page)
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await seconds(page).toBeGreaterThan(0.5)
  await close()
})
