import { getFacets } from '@koedana/contract/facets.ts'
import { listFavorites } from '@koedana/contract/favorites.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { openPage, visit, withServiceWorker } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { settled } from './settled.ts'
import { t, textIn } from './words.ts'

const here = journey(peopledFolder)

const palettes = [
  {
    language: 'zh-CN',
    name: textIn('zh-CN', 'palette.label'),
    dark: '深色',
    keys: '键盘快捷键',
    settings: '设置',
  },
  { language: 'en-US', name: t('palette.label'), dark: 'dark', keys: 'shortcuts', settings: 'settings' },
  {
    language: 'ja-JP',
    name: textIn('ja-JP', 'palette.label'),
    dark: 'ダーク',
    keys: 'ショートカット',
    settings: '設定',
  },
] as const

test.each(palettes)('in $language the palette changes, finds and opens by keys alone', async (words) => {
  const { browser, origin } = here()
  const [work] = (await clientOf(origin)(listWorks, { query: { pageSize: 1 } })).items
  if (!work) throw new Error('the demo has no works')
  // Playwright logs a warning if service workers are blocked.
  const { page, errors, close } = await openPage(browser, { ...withServiceWorker, language: words.language })
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  const box = page.getByRole('combobox', { name: words.name })
  const current = box.page().locator('[role=option][aria-selected=true]')
  const choose = async (text: string, shown: string | RegExp) => {
    await page.keyboard.press('Control+k')
    // The palette receives the next key even while its messages are still loading.
    await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.insertText(text)
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
  // A visitor is offered no account or dashboard page.
  await page.keyboard.press('Control+k')
  await box.fill('/admin')
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText(new RegExp(words.keys, 'i')).first().waitFor()
  // A message key that is not loaded would log a warning.
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
  const box = page.getByRole('combobox', { name: t('palette.label') })
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
  const bar = page.getByRole('region', { name: t('palette.selected') })
  // The list has one tab stop.
  await expect.poll(() => page.locator('[data-card] a[tabindex="0"]').count()).toBe(1)
  await links.first().focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await bar.getByText('3 selected').waitFor()
  await page.getByRole('status').getByText('3 selected').waitFor()
  await bar.getByRole('button', { name: t('favorites.add') }).click()
  const notice = notices(page, '3 works added to favorites')
  await notice.waitFor()
  expect(await favorites()).toEqual([...shown].sort())
  await page.getByRole('button', { name: t('common.undo') }).click()
  await expect.poll(favorites).toEqual([])

  // An open dialog receives all keys; the selection behind it stays.
  await links.nth(4).click({ modifiers: ['Shift'] })
  await bar.getByText('5 selected').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: t('palette.label') }).fill('log out')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await bar.getByText('5 selected').waitFor()

  // Shift-click extends the selection, a click on a selected work removes it, and Escape clears it.
  await links.nth(1).click()
  await bar.getByText('4 selected').waitFor()
  await settled(page)
  expect(new URL(page.url()).pathname).toBe('/works')
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  await links.nth(2).focus()
  await page.keyboard.press('x')
  await bar.getByText('1 selected').waitFor()
  await bar.getByRole('button', { name: t('select.clear') }).click()
  const isCurrent = () => links.nth(2).evaluate((link) => link === document.activeElement)
  await expect.poll(isCurrent).toBe(true)
  // Escape in the bar returns the focus, like its button.
  await page.keyboard.press('x')
  await bar.getByRole('button', { name: t('favorites.add') }).focus()
  await page.keyboard.press('Escape')
  await expect.poll(isCurrent).toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('an excluded work comes back by a notice, in the list that was, under the heading that it had', async () => {
  const { browser, origin } = here()
  const call = clientOf(origin)
  const { items = [] } = (await call(getFacets, { query: { facets: ['genres'] } })).genres ?? {}
  const genre = items[0]
  if (!genre) throw new Error('the demo has no genres')
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await visit(page, `${origin}/works`)
  const include = page.getByRole('button', { name: `Include ${genre.name}`, exact: true })
  await include.click()
  await page.waitForURL((url) => url.searchParams.has('genres'))
  await settled(page)
  const before = page.url()
  const heading = page.getByRole('heading', { level: 1 })
  expect(await heading.textContent()).toBe(t('nav.works'))
  await page.getByRole('article').getByRole('link').first().focus()
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: t('palette.selected') })
  await bar.getByRole('button', { name: t('select.more') }).click()
  await page.getByRole('menuitem', { name: t('select.exclude') }).click()
  await notices(page, '1 work excluded').waitFor()
  expect(new URL(page.url()).searchParams.has('excludedWorks')).toBe(true)
  await page.getByRole('button', { name: t('common.undo') }).click()
  await page.waitForURL(before)
  await settled(page)
  expect(await heading.textContent()).toBe(t('nav.works'))
  expect(errors).toEqual([])
  await close()
})

test('the ring of the focus goes around all of a card', async () => {
  const { browser, origin } = here()
  const { page, close } = await openPage(browser, { language: 'en-US' })
  await visit(page, `${origin}/works`)
  await page.getByRole('article').getByRole('link').first().focus()
  await page.keyboard.press('ArrowRight')
  const ring = () =>
    page.evaluate(() => {
      const link = document.activeElement
      const card = link?.closest('article')
      if (!link || !card) return undefined
      const { outlineStyle, width } = getComputedStyle(link, '::after')
      return {
        around: outlineStyle === 'solid' && Number.parseFloat(width) === card.getBoundingClientRect().width,
        text: getComputedStyle(link).outlineStyle,
      }
    })
  await expect.poll(ring).toEqual({ around: true, text: 'none' })
  await close()
})

test('a phone, which has no button of the palette, does not load its words', async () => {
  const { browser, origin } = here()
  const viewport = { width: 390, height: 844 }
  const { page, close } = await openPage(browser, { language: 'en-US', viewport })
  const texts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) texts.push(response.text().catch(() => ''))
  })
  await visit(page, `${origin}/works`)
  await page.getByRole('link', { name: t('announcements.title') }).waitFor()
  await settled(page)
  const words = (await Promise.all(texts)).filter((text) => text.includes('palette.placeholder'))
  expect(words).toEqual([])
  await close()
})

test('on a phone what stands at the foot of a list covers nothing else there', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const phone = { locale: 'en-GB', viewport: { width: 390, height: 844 } }
  const { page, close } = await openPageAs(browser, { origin, signedIn }, phone)
  await visit(page, `${origin}/works`)
  await page.getByRole('article').getByRole('link').first().focus()
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: '选中的作品' })
  await bar.waitFor()
  // The connection is lost after the page has loaded completely.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  const standing = [
    page.getByRole('navigation', { name: textIn('zh-CN', 'nav.main') }),
    bar,
    page.getByRole('region', { name: 'Read this in English?' }),
    page.getByRole('status').filter({ has: page.locator('.tabler-icon-plug-connected-x') }),
  ]
  for (const one of standing) await one.waitFor()
  const overlaps = async () => {
    const boxes = await Promise.all(standing.map((one) => one.boundingBox()))
    const tops = boxes.map((box) => box?.y ?? 0).toSorted((a, b) => a - b)
    const ends = boxes.map((box) => (box ? box.y + box.height : 0)).toSorted((a, b) => a - b)
    return ends.slice(0, -1).filter((end, at) => end > (tops[at + 1] ?? 0))
  }
  await expect.poll(overlaps).toEqual([])
  await close()
})

test('the head of the list keeps to one line on the phone of an administrator', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'haruka')
  const phone = { language: 'en-US', viewport: { width: 390, height: 844 } } as const
  const { page, close } = await openPageAs(browser, { origin, signedIn }, phone)
  await visit(page, `${origin}/works`)
  const topOf = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.y
  expect(await topOf(t('editing.addWork'))).toBe(await topOf(t('works.filters')))
  await close()
})
