import { createSchedule, deleteSchedule } from '@koedana/contract/schedules.ts'
import { expect, test } from 'vitest'
import type { PageOptions } from './browser.ts'
import { journey } from './journey.ts'
import { notices, peopledFolder } from './people.ts'
import { openTaskPage } from './task-page.ts'
import { pattern, t } from './words.ts'

const here = journey(peopledFolder, { hasMovableClock: true })

const openTasks = (options?: PageOptions) => openTaskPage(here(), options)

test('a schedule shows its times in its own time zone, and names it', async () => {
  const { page, close, open, call } = await openTasks({ language: 'en-US', timezoneId: 'America/New_York' })
  const order = { kind: 'sync_works' as const }
  const { id } = await call(createSchedule, { body: { order, cron: '0 4 * * *', timeZone: 'Asia/Tokyo' } })
  await open()
  const row = page.getByRole('region', { name: t('schedules.title') }).getByRole('listitem')
  await row.getByText('Every day at 04:00').waitFor()
  await row.getByText(/^next .* 4:00\sAM · Asia\/Tokyo time$/).waitFor()
  await page.getByRole('button', { name: 'Edit: Sync works' }).click()
  const dialog = page.getByRole('dialog')
  const times = dialog.getByRole('list', { name: t('schedules.nextTimes') })
  await times
    .getByText(/ 4:00\sAM$/)
    .first()
    .waitFor()
  await dialog.getByText('Asia/Tokyo time').waitFor()
  await dialog
    .getByRole('combobox', { name: t('schedules.when') })
    .selectOption({ label: t('rhythm.custom') })
  await dialog.getByLabel(t('schedules.cron')).fill('')
  await dialog.getByText(t('schedules.previewNone')).waitFor()
  expect(await times.count()).toBe(0)
  await call(deleteSchedule, { params: { id } })
  await close()
})

test('once a schedule has run, it says when it did and when it does next', async () => {
  const { page, close, open, call } = await openTasks()
  // Polling is disabled, so changes can only arrive by the event stream.
  await page.addInitScript(() => {
    const every = window.setInterval.bind(window)
    Object.assign(window, {
      setInterval: (act: () => void, ms: number) => (ms > 2_000 ? 0 : every(act, ms)),
    })
  })
  const order = { kind: 'clean_works' as const }
  const { id } = await call(createSchedule, { body: { order, cron: '* * * * *' } })
  await open()
  const row = page.getByRole('region', { name: t('schedules.title') }).getByRole('listitem')
  await row.getByText(/^next .* · UTC time$/).waitFor()
  const before = await row.getByText(/^next /).textContent()
  here().passMinute()
  await row.getByText(/ · last .* · UTC time$/).waitFor()
  // If a minute ended in the meantime, the schedule has already run.
  await expect.poll(() => row.getByText(/^next /).textContent()).not.toContain(before?.split(' · ')[0] ?? '')
  await call(deleteSchedule, { params: { id } })
  await close()
})

test('a schedule is explained while it is typed, kept, switched off, and deleted once that was confirmed', async () => {
  const { page, close, open } = await openTasks()
  await open()
  await page.getByRole('button', { name: t('schedules.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Every day at 04:00').waitFor()
  await dialog
    .getByRole('combobox', { name: t('schedules.when') })
    .selectOption({ label: t('rhythm.custom') })
  await dialog.getByLabel(t('schedules.cron')).fill('0 0 31 2 *')
  await dialog.getByText(t('validation.cronNeverFires')).waitFor()
  await dialog.getByLabel(t('schedules.cron')).fill('now and then')
  await dialog.getByText(pattern('validation.cronMalformed')).waitFor()
  await dialog.getByLabel(t('schedules.cron')).fill('30 5 * * 1')
  await dialog.getByText('Every Monday at 05:30').waitFor()
  await dialog.getByLabel(t('schedules.timeZone')).fill('Asia/Nowhere')
  await dialog.getByText(t('validation.timeZoneUnknown')).waitFor()
  await dialog.getByLabel(t('schedules.timeZone')).fill('Asia/Tokyo')
  await dialog.getByText('Every Monday at 05:30').waitFor()
  await dialog.getByRole('button', { name: t('schedules.add') }).click()
  await notices(page, t('message.scheduleCreated')).waitFor()

  const schedules = page.getByRole('region', { name: t('schedules.title') })
  await schedules.getByText('Every Monday at 05:30').waitFor()
  await schedules.getByRole('switch').click()
  await schedules.getByText(t('schedules.off')).waitFor()
  await schedules.getByRole('button', { name: t('views.delete', { name: t('taskKind.sync_works') }) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('schedules.delete') })
    .click()
  await schedules.getByText(pattern('schedules.none')).waitFor()
  await close()
})
