import { updateSiteSettings } from '@koedana/contract/site-settings.ts'
import { createStorage, deleteStorage, scanStorage } from '@koedana/contract/storages.ts'
import { cancelTask, createTask, listTasks } from '@koedana/contract/tasks.ts'
import { locales } from '@koedana/contract/values.ts'
import { demoMarketWorks } from '@koedana/fakes/demo/market-works.ts'
import { startMarketplace } from '@koedana/fakes/marketplace/start-marketplace.ts'
import { startWebdav } from '@koedana/fakes/webdav/start-webdav.ts'
import { formatElapsed } from '@koedana/web/src/lib/elapsed.rules.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { noViolations, violationsByTheme } from './axe.ts'
import { type PageOptions, visit } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { openTaskPage } from './task-page.ts'
import { pattern, t, textIn } from './words.ts'

const here = journey(peopledFolder)

const openTasks = (options?: PageOptions) => openTaskPage(here(), options)

const cardOf = (page: Page, kind: string) => page.getByRole('region', { name: kind, exact: true })

async function startCleaning(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('tasks.startName', { kind: t('taskKind.clean_works') }) }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('checkbox', { name: t('tasks.dryRun') }).isChecked()).toBe(true)
  await dialog.getByRole('button', { name: t('tasks.start') }).click()
  await notices(page, t('message.cleanCreated')).waitFor()
}

test('a clean run that only lists is seen to its end as it goes, and its report is opened', async () => {
  const { page, close, open, leaveSomething } = await openTasks()
  await leaveSomething()
  const stream = page.waitForResponse((response) => response.url().includes('/tasks/events') && response.ok())
  await open()
  await stream
  // Requests are blocked, so changes can only arrive by the event stream.
  await page.route(/\/admin\/tasks\?/, (route) => route.abort())
  await startCleaning(page)
  await cardOf(page, t('taskKind.clean_works')).getByText(t('taskStatus.finished')).waitFor()
  await page.unroute(/\/admin\/tasks\?/)

  await page
    .getByRole('link', { name: t('tasks.reportOf', { kind: t('taskKind.clean_works') }), exact: true })
    .click()
  await page.getByRole('heading', { level: 1, name: t('taskKind.clean_works') }).waitFor()
  await page.getByText(pattern('tasks.dryRunDone')).waitFor()
  expect(await page.title()).toBe('Clean works · Koedana')
  expect(
    await page
      .getByRole('list', { name: t('tasks.phases') })
      .getByText(t('phaseState.done'))
      .count(),
  ).toBe(5)
  const planned = page.getByRole('row').filter({ hasText: '霧の朝' })
  await planned.getByText(t('taskOutcome.planned')).waitFor()
  await planned.getByText(t('taskReason.nothingTiedToIt')).waitFor()

  await page.getByRole('button', { name: t('tasks.doNow') }).click()
  await notices(page, t('message.cleanCreated')).waitFor()
  await page.getByRole('row').filter({ hasText: '霧の朝' }).getByText(t('taskOutcome.removed')).waitFor()
  await expect.poll(() => page.getByRole('button', { name: t('tasks.doNow') }).count()).toBe(0)
  await page.getByRole('link', { name: t('tasks.all') }).click()
  await expect.poll(() => page.getByRole('table').getByText(t('tasks.dryRunShort')).count()).toBe(1)
  await expect.poll(() => page.getByRole('table').getByText(t('taskStatus.finished')).count()).toBe(2)
  await close()
})

test('where the stream cannot be had, the page polls', async () => {
  const { page, close, open, call } = await openTasks()
  await page.route(/\/admin\/tasks\/events/, (route) => route.abort())
  await open()
  const { id } = await call(createTask, { body: { kind: 'clean_works' } })
  await page.locator(`a[href="/admin/tasks/${id}"]`).first().waitFor()
  await cardOf(page, t('taskKind.clean_works')).getByText(t('taskStatus.finished')).waitFor()
  await close()
})

test('cancelling is confirmed first, and shows that it was requested', async () => {
  const market = await startMarketplace({ works: 10 })
  const { page, errors, close, open, call } = await openTasks()
  // A minute between two calls keeps the task running for as long as the test needs.
  const marketplace = {
    enabled: true,
    baseUrl: market.url,
    allowedHosts: ['127.0.0.1'],
    gapMs: 60_000,
    batchSize: 1,
  }
  await call(updateSiteSettings, { body: { marketplace } })
  await open()
  await page
    .getByRole('button', { name: t('tasks.startName', { kind: t('taskKind.refresh_works') }) })
    .click()
  await page.getByRole('dialog').getByText(t('refreshScope.all')).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('tasks.start') })
    .click()
  await notices(page, t('message.refreshCreated')).waitFor()
  const card = cardOf(page, t('taskKind.refresh_works'))
  await card.getByText(t('taskStatus.running')).waitFor()
  await card.getByRole('progressbar').waitFor()

  const alert = page.getByRole('alertdialog')
  await card
    .getByRole('button', { name: t('tasks.cancelName', { kind: t('taskKind.refresh_works') }) })
    .click()
  await alert.getByText(t('tasks.cancelHelp')).waitFor()
  await alert.getByRole('button', { name: t('tasks.notNow') }).click()
  expect((await call(listTasks, { query: { kind: 'refresh_works' } })).items[0]?.status).toBe('running')
  await card
    .getByRole('button', { name: t('tasks.cancelName', { kind: t('taskKind.refresh_works') }) })
    .click()
  await alert.getByRole('button', { name: t('tasks.cancel') }).click()
  await notices(page, t('message.cancellationRequested')).waitFor()
  await card.getByText(t('taskStatus.cancelled')).waitFor()
  await card
    .getByRole('button', { name: t('tasks.startName', { kind: t('taskKind.refresh_works') }) })
    .waitFor()
  expect(errors).toEqual([])
  await close()
  await market.close()
})

test('a refresh moves with every work, and its summary counts each once', async () => {
  const shelf = demoMarketWorks()
  const [renamed, sold, ...others] = shelf
  if (!renamed || !sold) throw new Error('the shelf is empty')
  const listed = [{ ...renamed, name: 'Another name', sales: 99_999 }, { ...sold, sales: 88_888 }, ...others]
  const market = await startMarketplace({ works: 1, listed })
  const { page, errors, close, open, call } = await openTasks()
  const marketplace = { enabled: true, baseUrl: market.url, allowedHosts: ['127.0.0.1'], gapMs: 60 }
  await call(updateSiteSettings, { body: { marketplace } })
  await open()
  await call(createTask, { body: { kind: 'refresh_works', options: { scope: 'all' } } })
  const card = cardOf(page, t('taskKind.refresh_works'))
  const counts = new Set<string>()
  const look = async () => {
    const [count] = /\d+ of \d+/.exec((await card.textContent()) ?? '') ?? []
    if (count) counts.add(count)
    return counts.size
  }
  // Numbers arrive for fifty works at a time, records one by one: four steps in total.
  await expect.poll(look, { interval: 100 }).toBeGreaterThan(8)
  await card.getByText(t('taskStatus.finished')).waitFor({ timeout: 120_000 })
  await page
    .getByRole('link', { name: t('tasks.reportOf', { kind: t('taskKind.refresh_works') }), exact: true })
    .click()
  const works = page
    .getByRole('region', { name: t('tasks.summary') })
    .getByRole('region', { name: t('nav.works') })
  await works.waitFor()
  const shown = (await works.textContent()) ?? ''
  const [updated, unchanged] = [/Updated(\d+)/, /Unchanged(\d+)/].map((figure) =>
    Number(figure.exec(shown)?.[1]),
  )
  expect(updated).toBeGreaterThanOrEqual(2)
  expect((updated ?? 0) + (unchanged ?? 0)).toBe(shelf.length)
  expect(shown).not.toMatch(/Not found|Failed/)
  expect(errors).toEqual([])
  await close()
  await market.close()
})

test('axe finds nothing in the dialogs, opened by the keyboard, light and dark', async () => {
  const { page, errors, close, open } = await openTasks()
  await open()
  for (const name of [
    'Start: Sync works',
    'Start: Refresh works',
    'Start: Clean works',
    t('schedules.add'),
  ]) {
    await page.getByRole('button', { name }).press('Enter')
    await page.getByRole('dialog').waitFor()
    expect([name, await violationsByTheme(page)]).toEqual([name, noViolations])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  }
  expect(errors).toEqual([])
  await close()
})

test('while a storage limits requests, the card of the scan says until when it waits, and the limit', async () => {
  const nas = await startWebdav()
  nas.setTrouble({ type: 'status', status: 429 })
  const first = await openTasks()
  const { call } = first
  await first.close()
  const settings = { kind: 'webdav', url: nas.url, ownNetwork: true } as const
  const { id } = await call(createStorage, { body: { settings, unknownAge: 'all' } })
  const { task } = await call(scanStorage, { params: { id }, body: {} })
  if (!task) throw new Error('no task')
  const limit = 45 * 60
  for (const language of locales) {
    const { page, errors, close, open } = await openTasks({ language })
    await open()
    const card = cardOf(page, textIn(language, 'taskKind.sync_works'))
    const time = 'TIME'
    const sentence = textIn(language, 'taskWait.rateLimited', { time, limit: formatElapsed(language, limit) })
    const [before = '', after = ''] = sentence.split(time)
    const line = card.getByRole('status').filter({ hasText: before })
    await line.waitFor()
    const shown = (await line.textContent()) ?? ''
    expect(shown.slice(0, before.length)).toBe(before)
    expect(shown.slice(-after.length)).toBe(after)
    expect(shown.slice(before.length, -after.length)).toMatch(/\d:\d\d/)
    expect(errors).toEqual([])
    if (language === locales.at(-1)) {
      await call(cancelTask, { params: { id: task.id } })
      await card.getByText(textIn(language, 'taskStatus.cancelled')).waitFor()
      await expect.poll(() => line.count()).toBe(0)
    }
    await close()
  }
  await call(deleteStorage, { params: { id } })
  await nas.close()
})

test('administrators see how many works lists do not show yet, and nobody else requests that', async () => {
  const { origin, browser } = here()
  for (const language of locales) {
    const { page, errors, close, open } = await openTasks({ language })
    let pendingWorks = 3_000
    await page.route(/\/v3\/admin\/index$/, (route) =>
      route.fulfill({ json: { generation: '2026-01-01.1', pendingWorks } }),
    )
    const line = page.getByText(textIn(language, 'scan.pending', { count: 3_000 }))
    await open()
    await line.waitFor()
    await visit(page, `${origin}/admin/system`)
    await line.waitFor()
    await visit(page, `${origin}/works`)
    await line.waitFor()
    // Lists are reloaded once they contain the works.
    const again = page.waitForResponse((response) => /\/v3\/works\?/.test(response.url()))
    pendingWorks = 0
    await again
    await expect.poll(() => line.count()).toBe(0)
    expect(errors).toEqual([])
    await close()
  }
  const member = await openPageAs(
    browser,
    { origin, signedIn: await signInTo(origin, 'midori') },
    { language: 'en-US' },
  )
  const requested: string[] = []
  member.page.on('request', (request) => requested.push(request.url()))
  await visit(member.page, `${origin}/works`)
  await member.page.getByRole('article').first().waitFor()
  expect(requested.some((url) => /\/v3\/works\?/.test(url))).toBe(true)
  expect(requested.filter((url) => url.includes('/admin/'))).toEqual([])
  await member.close()
})
