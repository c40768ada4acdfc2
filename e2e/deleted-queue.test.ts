import { deleteWork } from '@koedana/contract/editing.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { openPage, visit } from './browser.ts'
import { journey } from './journey.ts'
import { openPageAs, peopledFolder, signInTo } from './people.ts'
import { audioOf, keepAudio } from './sounds.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)

/** Plays each work in turn, and leaves a queue of all of them, the first of them current. */
async function queueOf(page: Page, works: readonly string[]): Promise<void> {
  const queues: { items: unknown[] }[] = []
  for (const work of works) {
    await visit(page, `${here().origin}/work/${work}`)
    await page
      .getByRole('main')
      .getByRole('button', { name: t('work.play'), exact: true })
      .click()
    await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0.3)
    await page
      .getByRole('main')
      .getByRole('button', { name: t('player.pause') })
      .first()
      .click()
    queues.push(JSON.parse((await page.evaluate(() => localStorage.getItem('player.queue'))) ?? ''))
  }
  await page.goto(`${here().origin}/icon.svg`)
  const items = queues.flatMap((queue) => queue.items)
  const stored = JSON.stringify({ items, index: 0, time: 5 })
  await page.evaluate((text) => localStorage.setItem('player.queue', text), stored)
}

const queuedWorks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { items } = JSON.parse(localStorage.getItem('player.queue') ?? '{"items":[]}')
    return [...new Set<string>(items.map(({ workId }: { readonly workId: string }) => workId))]
  })

const bar = (page: Page) => page.getByRole('region', { name: t('player.region') })

test('works that were deleted leave the queue of a member, and what is left can be played', async () => {
  const { browser, origin } = here()
  const admin = clientAs(origin, (await signInTo(origin, 'haruka')).token)
  const { page, errors, close } = await openPageAs(browser, {
    origin,
    signedIn: await signInTo(origin, 'midori'),
  })
  await keepAudio(page)
  await queueOf(page, ['RJ90000014', 'RJ90000003'])
  await admin(deleteWork, { params: { id: 'RJ90000014' } })
  errors.length = 0
  await visit(page, origin)
  await expect.poll(() => queuedWorks(page)).toEqual(['RJ90000003'])
  await bar(page)
    .getByRole('button', { name: t('player.play'), exact: true })
    .click()
  await expect.poll(() => audioOf(page, 'currentTime')).toBeGreaterThan(0.3)
  expect(errors).toEqual([])
  await close()
})

test('a visitor whose queue has only deleted works has no player bar any more', async () => {
  const { browser, origin } = here()
  const admin = clientAs(origin, (await signInTo(origin, 'haruka')).token)
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await keepAudio(page)
  await queueOf(page, ['RJ90000005'])
  await visit(page, origin)
  await bar(page).waitFor()
  expect(await queuedWorks(page)).toEqual(['RJ90000005'])
  await admin(deleteWork, { params: { id: 'RJ90000005' } })
  errors.length = 0
  await visit(page, origin)
  await expect.poll(() => queuedWorks(page)).toEqual([])
  await bar(page).waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})

test('a queue stays as it is where the server does not respond', async () => {
  const { browser, origin } = here()
  const { page, close } = await openPage(browser, { language: 'en-US' })
  await keepAudio(page)
  await queueOf(page, ['RJ90000003'])
  const asked = page.waitForRequest(/v3\/works\/suggest/)
  await page.route(/v3\/works\/suggest/, (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto(origin)
  await asked
  await bar(page).waitFor()
  expect(await queuedWorks(page)).toEqual(['RJ90000003'])
  await close()
})
