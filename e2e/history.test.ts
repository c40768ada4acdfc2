import { listHistory } from '@koedana/contract/history.ts'
import { importOwnData, ownDataKind, ownDataVersion } from '@koedana/contract/own-data.ts'
import { getProgress } from '@koedana/contract/progress.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { journey } from './journey.ts'
import { openPageAs, peopledFolder, signInTo } from './people.ts'
import { audioOf, keepAudio } from './sounds.ts'
import { pattern, t } from './words.ts'

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
  await page.getByRole('heading', { name: t('heard.empty') }).waitFor()

  await page.goto(`${origin}/work/${id}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(2)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('player.pause') })
    .click()
  await expect.poll(async () => (await call(listHistory, {})).total).toBe(1)

  await page
    .getByRole('navigation', { name: t('nav.browse') })
    .getByRole('link', { name: t('tasks.history') })
    .click()
  const row = page.getByRole('listitem').filter({ hasText: work?.title ?? '' })
  await row.getByRole('button', { name: `${t('heard.fromStart')} 0:00` }).click()
  const pause = page.getByRole('button', { name: t('player.pause') }).first()
  await pause.waitFor()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeLessThan(2)
  await pause.click()

  const idsOf = async () => (await call(listHistory, {})).items.map(({ id: play }) => play)
  await expect.poll(async () => (await idsOf()).length).toBe(2)
  const [latest, first] = await idsOf()
  await page.reload()
  const forget = row.getByRole('button', { name: pattern('heard.forget') })
  await forget.last().click()
  await page.getByRole('button', { name: t('common.undo') }).click()
  await forget.first().click()
  await expect.poll(idsOf).not.toContain(latest)
  expect(await idsOf()).toEqual([first])
  // The undo period is over, and undo is no longer offered.
  await page.getByRole('button', { name: t('common.undo') }).waitFor({ state: 'detached' })
  expect((await call(getProgress, { params: { id } })).progress).not.toBeNull()

  // Long histories are paged: Back returns to the same page.
  const [heard] = (await call(listHistory, {})).items
  if (!heard) throw new Error('nothing was heard')
  const at = { startedAt: heard.endedAt, endedAt: heard.endedAt, start: 0, end: 2, listened: 2 }
  const again = { ...at, workId: id, fileId: heard.start.fileId, device: 'Phone' }
  const plays = Array.from({ length: 60 }, (_, count) => ({ ...again, id: `again-${count}` }))
  const lastYear = new Date().getFullYear() - 1
  const hours = [{ workId: id, hour: Date.UTC(lastYear, 5, 1) / 3_600_000, seconds: 60 }]
  await call(importOwnData, { body: { kind: ownDataKind, version: ownDataVersion, plays, hours } })
  await page.reload()
  await page.getByText(t('table.page', { page: '1', last: '2' })).waitFor()
  await page.getByRole('button', { name: t('common.next') }).click()
  await page.getByText(t('table.page', { page: '2', last: '2' })).waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await row.getByRole('link').first().click()
  await page.waitForURL(`**/work/${id}`)
  await page.goBack()
  await page.getByText(t('table.page', { page: '2', last: '2' })).waitFor()
  await page.getByRole('link', { name: t('palette.statistics') }).click()
  const year = page.getByRole('combobox', { name: t('filter.releaseYear') })
  await year.selectOption(`${lastYear}`)
  await page.getByRole('heading', { name: t('nav.works'), exact: true }).waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: work?.title ?? '' })
    .click()
  await page.waitForURL(`**/work/${id}`)
  await page.goBack()
  await expect.poll(() => year.inputValue()).toBe(`${lastYear}`)
  // A page that no longer exists leads to the last one.
  await page.goto(`${origin}/history?page=9`)
  await page.getByText(t('table.page', { page: '2', last: '2' })).waitFor()

  await page.getByRole('button', { name: t('heard.forgetAll') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('heard.forgetAll') })
    .click()
  await page.getByRole('heading', { name: t('heard.empty') }).waitFor()
  expect((await call(getProgress, { params: { id } })).progress).toBeNull()
  expect(errors).toEqual([])
  await close()
})
