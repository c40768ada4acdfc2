import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { lookAround } from './journey.ts'

const here = lookAround()

/** For another spelling or an old ID of a work, the server responds with the current ID. */
test('the address of a work is replaced by the one with its current ID', async () => {
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/work/rj90000027`)
  await page.waitForURL(({ pathname }) => pathname === '/work/RJ90000027')
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect(errors).toEqual([])
  await close()
})
