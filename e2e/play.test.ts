import { listWorkFiles, listWorks } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { clientOf } from './api.ts'
import { openPage } from './browser.ts'
import { lookAround } from './journey.ts'
import { audioOf, keepAudio } from './sounds.ts'
import { t } from './words.ts'

const here = lookAround()

test('play sounds, seeking requests a range, the next track follows', async () => {
  const work = await workWithLongSounds()
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await keepAudio(page)
  const ranges: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/media/')) ranges.push(request.headers().range ?? '')
  })
  // So slow that the rest of the track is not buffered yet.
  const network = await page.context().newCDPSession(page)
  await page.goto(`${here().origin}/work/${work.id}`)
  await page
    .getByRole('button', { name: t('work.play'), exact: true })
    .first()
    .waitFor()
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: 300_000,
    uploadThroughput: 300_000,
  })
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(1)

  const before = ranges.length
  const near = Math.floor((await audioOf(page, 'duration')) - 2)
  await page.getByRole('slider', { name: t('player.seek') }).fill(String(near))
  await expect.poll(() => ranges.slice(before).some((range) => /^bytes=[1-9]\d*-/.test(range))).toBe(true)

  const player = page.getByRole('region', { name: t('player.region') })
  await player.getByText(work.tracks[1] ?? '', { exact: true }).waitFor()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0.5)
  expect(errors).toEqual([])
  await close()
})

test('sound goes on from page to page, and the queue is there after a reload', async () => {
  const work = await workWithLongSounds()
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await keepAudio(page)
  await page.goto(`${here().origin}/work/${work.id}`)
  await page.getByRole('button', { name: new RegExp(work.tracks[1] ?? '') }).click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0.5)
  await page
    .getByRole('link', { name: t('nav.settings') })
    .first()
    .click()
  await page.getByRole('heading', { name: t('nav.settings') }).waitFor()
  const moved = await audioOf(page, 'currentTime')
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(moved)
  await page.getByRole('button', { name: t('player.pause') }).click()
  await page.reload()
  const player = page.getByRole('region', { name: t('player.region') })
  await player.getByText(work.tracks[1] ?? '', { exact: true }).waitFor()
  await player.getByRole('button', { name: t('work.play'), exact: true }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a work that is not in the library says so and offers nothing to play', async () => {
  const call = clientOf(here().origin)
  const [work] = (await call(listWorks, { query: { inLibrary: false } })).items
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/work/${work?.id}`)
  await page.getByText(t('work.notHere')).waitFor()
  expect(
    await page
      .getByRole('main')
      .getByRole('button', { name: t('work.play'), exact: true })
      .count(),
  ).toBe(0)
  await close()
})

/** Returns the work with at least two tracks whose first track is the largest file. */
async function workWithLongSounds(): Promise<{ id: string; tracks: readonly string[] }> {
  const call = clientOf(here().origin)
  const { items } = await call(listWorks, { query: { inLibrary: true, pageSize: 100 } })
  let best = { id: '', size: 0, tracks: [] as readonly string[] }
  for (const { id } of items) {
    const { tracks } = await call(listWorkFiles, { params: { id } })
    const size = tracks[0]?.sizeBytes ?? 0
    if (size > best.size && tracks.length > 1) best = { id, size, tracks: tracks.map(({ title }) => title) }
  }
  return best
}
