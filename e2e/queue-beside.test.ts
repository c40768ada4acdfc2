/** On a desktop the queue is next to the page, which can still be used. */
import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { lookAround } from './journey.ts'
import { t } from './words.ts'

const here = lookAround()

test('the page stays in use beside the queue, which stays open until it is closed', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await page.goto(`${origin}/work/RJ90000027`)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  const player = page.getByRole('region', { name: t('player.region') })
  const opener = player.getByRole('button', { name: t('player.queue') })
  await opener.click()
  const queue = page.getByRole('dialog', { name: t('player.queue') })
  await queue.getByText('おやすみなさい', { exact: true }).waitFor()
  await page
    .getByRole('link', { name: t('nav.settings') })
    .first()
    .click()
  await page.getByRole('heading', { name: t('nav.settings') }).waitFor()
  await player.getByRole('button', { name: t('player.next') }).click()
  expect(await queue.isVisible()).toBe(true)
  await opener.click()
  await queue.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})
