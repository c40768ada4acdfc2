import { updateSiteSettings } from '@koedana/contract/site-settings.ts'
import { createTask, getTask } from '@koedana/contract/tasks.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { type Marketplace, startMarketplace } from '@koedana/fakes/marketplace/start-marketplace.ts'
import { type MarketWork, todayInJapan } from '@koedana/fakes/marketplace/world/market-work.ts'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { openAs, openEditor } from './editor.ts'
import { journey } from './journey.ts'
import { notices, peopledFolder, signInTo } from './people.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)

test('the work is looked up again: a locked field stays as it is until it is released', async () => {
  const { origin } = here()
  const market = await startMarketplace({ works: 30, today: todayInJapan() })
  const work = await oneOf(market)
  const { page, errors, close } = await openAs(here(), 'haruka')
  await page.goto(`${origin}/work/${work.id}`)
  const dialog = await openEditor(page)
  const sales = dialog.getByLabel(t('work.sales'), { exact: true })
  await sales.fill('5')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await notices(page, t('message.metadataUpdated')).waitFor()

  market.change(work.id, { wishlistCount: 54_321, sales: 777 })
  const refresh = dialog.getByRole('button', { name: t('editing.refresh') })
  await refresh.click()
  await notices(page, t('editing.refreshed.updated')).waitFor()
  await expect
    .poll(() => dialog.getByLabel(t('work.wishlistCount'), { exact: true }).inputValue())
    .toBe('54321')
  expect(await sales.inputValue()).toBe('5')
  await dialog.getByRole('button', { name: t('editing.releaseField', { field: t('work.sales') }) }).click()
  await notices(page, t('editing.backToSources', { field: 'Sales' })).waitFor()
  await refresh.click()
  await expect.poll(() => sales.inputValue()).toBe('777')

  await page.goto(`${origin}/work/RJ90000012`)
  await openEditor(page)
  await refresh.click()
  await notices(page, t('editing.refreshed.notFound')).waitFor()
  expect(errors).toEqual([])
  await market.close()
  await refresh.click()
  await page
    .getByText(/marketplace/i)
    .last()
    .waitFor()
  await close()
})

/** Returns an all-ages work of the library that the marketplace knows. */
async function oneOf(market: Marketplace): Promise<MarketWork> {
  const { token } = await signInTo(here().origin, 'haruka')
  const call = clientAs(here().origin, token)
  const at = { enabled: true, baseUrl: market.url, allowedHosts: ['127.0.0.1'], gapMs: 0, pageGapMs: 0 }
  await call(updateSiteSettings, { body: { marketplace: at } })
  const order = { kind: 'sync_works' as const, options: { sources: ['newReleases' as const] } }
  const { id } = await call(createTask, { body: order })
  await expect.poll(async () => (await call(getTask, { params: { id } })).endedAt).not.toBeNull()
  // Lists follow the task with a short delay.
  const find = async () => {
    const { items } = await call(listWorks, { query: { pageSize: 100 } })
    const ids = new Set(items.map((item) => item.id))
    return [...market.works.all()].find((work) => work.case === 'plain' && work.age === 1 && ids.has(work.id))
  }
  await expect.poll(find).toBeDefined()
  const found = await find()
  if (!found) throw new Error('nothing came from the marketplace')
  return found
}
