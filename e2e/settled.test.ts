/** When a page counts as settled. */
import { expect, test } from 'vitest'
import { openPage, visit } from './browser.ts'
import { journey } from './journey.ts'
import { peopledFolder } from './people.ts'
import { settled } from './settled.ts'

const here = journey(peopledFolder)

test('a page is not at rest while React has drawn what it does not show yet', async () => {
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  await visit(page, `${here().origin}/works`)
  expect(await page.evaluate(() => [...(drawnRoots ?? [])].map((root) => root.timeoutHandle))).toEqual([-1])
  await page.evaluate(() => {
    for (const root of drawnRoots ?? []) {
      root.timeoutHandle = 1
      setTimeout(() => {
        root.timeoutHandle = -1
      }, 1_000)
    }
  })
  await settled(page)
  expect(await page.evaluate(() => [...(drawnRoots ?? [])].map((root) => root.timeoutHandle))).toEqual([-1])
  await close()
})
