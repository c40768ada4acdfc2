import { listFavorites } from '@koedana/contract/favorites.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { openPage, visit } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { settled } from './settled.ts'

const here = journey(peopledFolder)

const palettes = [
  { language: 'zh-CN', name: '命令与搜索', dark: '深色', keys: '键盘快捷键', settings: '设置' },
  { language: 'en-US', name: 'Commands and search', dark: 'dark', keys: 'shortcuts', settings: 'settings' },
  { language: 'ja-JP', name: 'コマンドと検索', dark: 'ダーク', keys: 'ショートカット', settings: '設定' },
] as const

test.each(palettes)('in $language the palette changes, finds and opens by keys alone', async (words) => {
  const { browser, origin } = here()
  const [work] = (await clientOf(origin)(listWorks, { query: { pageSize: 1 } })).items
  if (!work) throw new Error('the demo has no works')
  const { page, errors, close } = await openPage(browser, { language: words.language })
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  const box = page.getByRole('combobox', { name: words.name })
  const current = box.page().locator('[role=option][aria-selected=true]')
  const choose = async (text: string, shown: string | RegExp) => {
    await page.keyboard.press('Control+k')
    await box.fill(text)
    await expect.poll(() => current.textContent()).toMatch(shown)
    await page.keyboard.press('Enter')
    await box.waitFor({ state: 'detached' })
  }
  await visit(page, `${origin}/about`)
  await choose(words.dark, new RegExp(words.dark, 'i'))
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await choose(words.settings, new RegExp(words.settings, 'i'))
  await page.waitForURL('**/settings')
  await choose(work.id.toLowerCase(), new RegExp(work.id))
  await page.waitForURL(`**/work/${work.id}`)
  // Nobody is signed in: no page of accounts or of the dashboard is offered.
  await page.keyboard.press('Control+k')
  await box.fill('/admin')
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText(new RegExp(words.keys, 'i')).first().waitFor()
  // A word that is not loaded, as those of the dashboard, would be warned of.
  expect(warnings).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('a range is selected by keys, becomes favorites at once, and a notice takes that back', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const call = clientAs(origin, signedIn.token)
  const favorites = async () => (await call(listFavorites, { query: {} })).items.map(({ id }) => id).sort()
  const shown = (await call(listWorks, { query: { sort: 'salesDesc', pageSize: 3 } })).items.map(
    ({ id }) => id,
  )
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
  await visit(page, `${origin}/about`)
  const box = page.getByRole('combobox', { name: 'Commands and search' })
  for (const [name, path] of Object.entries({ Statistics: '/statistics', 'On this device': '/device' })) {
    await page.keyboard.press('Control+k')
    await box.fill(name.toLowerCase())
    await page.getByRole('option', { selected: true, name, exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${path}`)
  }
  await visit(page, `${origin}/works?sort=salesDesc`)
  const cards = page.getByRole('article')
  const links = cards.getByRole('link')
  const bar = page.getByRole('region', { name: 'Selected works' })
  // One tab stop leads into the list.
  await expect.poll(() => page.locator('[data-card] a[tabindex="0"]').count()).toBe(1)
  await links.first().focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await bar.getByText('3 selected').waitFor()
  await page.getByRole('status').getByText('3 selected').waitFor()
  await bar.getByRole('button', { name: 'Add to favorites' }).click()
  const notice = notices(page, '3 works added to favorites')
  await notice.waitFor()
  expect(await favorites()).toEqual([...shown].sort())
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(favorites).toEqual([])

  // The shift key takes a range with the mouse, a press on a selected one lets go of it, Escape of all.
  await links.nth(4).click({ modifiers: ['Shift'] })
  await bar.getByText('5 selected').waitFor()
  await links.nth(1).click()
  await bar.getByText('4 selected').waitFor()
  await settled(page)
  expect(new URL(page.url()).pathname).toBe('/works')
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  await links.nth(2).focus()
  await page.keyboard.press('x')
  await bar.getByText('1 selected').waitFor()
  await bar.getByRole('button', { name: 'Clear the selection' }).click()
  await expect.poll(() => links.nth(2).evaluate((link) => link === document.activeElement)).toBe(true)
  expect(errors).toEqual([])
  await close()
})
