import { listHistory } from '@koedana/contract/history.ts'
import { getProgress } from '@koedana/contract/progress.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { journey } from './journey.ts'
import { openPageAs, peopledFolder, signInTo } from './people.ts'
import { audioOf, keepAudio } from './sounds.ts'

const here = journey(peopledFolder)

test('what was heard is found by the day, heard again from where it began, and forgotten', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const call = clientAs(origin, signedIn.token)
  const [work] = (await clientOf(origin)(listWorks, { query: { inLibrary: true } })).items
  const id = work?.id ?? ''
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
  await keepAudio(page)
  await page.goto(`${origin}/history`)
  await page.getByRole('heading', { name: 'Nothing heard yet' }).waitFor()

  await page.goto(`${origin}/work/${id}`)
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(2)
  await page.getByRole('main').getByRole('button', { name: 'Pause' }).click()
  await expect.poll(async () => (await call(listHistory, {})).total).toBe(1)

  await page.getByRole('navigation', { name: 'Browse' }).getByRole('link', { name: 'History' }).click()
  const row = page.getByRole('listitem').filter({ hasText: work?.title ?? '' })
  await row.getByRole('button', { name: 'From 0:00' }).click()
  const pause = page.getByRole('button', { name: 'Pause' }).first()
  await pause.waitFor()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeLessThan(2)
  await pause.click()

  const idsOf = async () => (await call(listHistory, {})).items.map(({ id: play }) => play)
  await expect.poll(async () => (await idsOf()).length).toBe(2)
  const [latest, first] = await idsOf()
  await page.reload()
  const forget = row.getByRole('button', { name: /^Forget this/ })
  await forget.last().click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await forget.first().click()
  await expect.poll(idsOf).not.toContain(latest)
  expect(await idsOf()).toEqual([first])
  expect((await call(getProgress, { params: { id } })).progress).not.toBeNull()

  await page.reload()
  await page.getByRole('button', { name: 'Forget everything' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget everything' }).click()
  await page.getByRole('heading', { name: 'Nothing heard yet' }).waitFor()
  expect((await call(getProgress, { params: { id } })).progress).toBeNull()
  expect(errors).toEqual([])
  await close()
})
