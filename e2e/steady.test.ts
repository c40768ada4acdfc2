/** Controls do not move while they are pressed. */
import { getFacets } from '@koedana/contract/facets.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { asHaruka, openForAllAges, sizes } from './all-ages.ts'
import { visit } from './browser.ts'
import { handOn, type Shift, still } from './hand.ts'
import { journey } from './journey.ts'
import { openPageAs, peopledFolder, signInTo } from './people.ts'
import { settled } from './settled.ts'
import { pattern, t } from './words.ts'

const here = journey(peopledFolder)

test('what is pressed in the filter panel stays under the hand, pressed and let go of', async () => {
  const { page, errors, close } = await openForAllAges(here(), {})
  await visit(page, `${here().origin}/works`)
  const panel = page.getByRole('complementary', { name: t('works.filters') })
  expect(await shiftsOf(page, panel)).toEqual(allStill)
  expect(errors).toEqual([])
  await close()
})

test('so it does in the sheet of a phone', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const { page, errors, close } = await openForAllAges(here(), phone)
  await visit(page, `${here().origin}/works`)
  await page.getByRole('button', { name: t('works.filters') }).tap()
  const sheet = page.getByRole('dialog', { name: t('works.filters') })
  expect(await shiftsOf(page, sheet)).toEqual(allStill)
  expect(errors).toEqual([])
  await close()
})

test('the panel stays where it is when the list under it gets short', async () => {
  const { page, errors, close } = await openForAllAges(here(), {})
  await visit(page, `${here().origin}/works`)
  const include = page
    .getByRole('complementary')
    .getByRole('button', { name: /^Include/ })
    .nth(4)
  await page.evaluate(() => scrollTo(0, 1_500))
  await page.waitForFunction(() => scrollY > 1_000)
  const { shift } = handOn(page)
  expect(await shift(include, () => include.click())).toEqual(still)
  expect(errors).toEqual([])
  await close()
})

test('an excluded name stays in its row, says so, and is let go of there', async () => {
  const { call } = await asHaruka(here().origin)
  const { genres } = await call(getFacets, { query: { facets: ['genres'], top: 8 } })
  const name = genres?.items[3]?.name ?? ''
  const { page, errors, close } = await openForAllAges(here(), {})
  await visit(page, `${here().origin}/works`)
  const exclude = page
    .getByRole('complementary')
    .getByRole('button', { name: `Exclude ${name}`, exact: true })
  await exclude.click()
  await page.waitForURL((url) => url.searchParams.has('excludedGenres'))
  await expect.poll(() => exclude.getAttribute('aria-pressed')).toBe('true')
  // The choice is still there after a reload.
  await page.reload()
  await settled(page)
  expect(await exclude.getAttribute('aria-pressed')).toBe('true')
  await exclude.click()
  await page.waitForURL((url) => !url.searchParams.has('excludedGenres'))
  await expect.poll(() => exclude.getAttribute('aria-pressed')).toBe('false')
  expect(errors).toEqual([])
  await close()
})

test('a filter makes a list nobody’s page; a link to a genre leads to its page, and a reload keeps which it was', async () => {
  const { call } = await asHaruka(here().origin)
  const { genres } = await call(getFacets, { query: { facets: ['genres'], top: 1 } })
  const { id = '', name = '' } = genres?.items[0] ?? {}
  const { page, errors, close } = await openForAllAges(here(), {})
  const heading = page.getByRole('heading', { level: 1 })
  await visit(page, `${here().origin}/works`)
  await page
    .getByRole('complementary')
    .getByRole('button', { name: `Include ${name}`, exact: true })
    .click()
  await page.waitForURL((url) => url.searchParams.get('genres') === id)
  expect(await heading.textContent()).toBe(t('nav.works'))
  await page.reload()
  await settled(page)
  expect(await heading.textContent()).toBe(t('nav.works'))
  await visit(page, `${here().origin}/genres`)
  await page.getByRole('main').getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page
    .getByRole('complementary')
    .getByRole('button', { name: t('filter.includeName', { name: t('age.all') }), exact: true })
    .click()
  await page.waitForURL((url) => url.searchParams.has('ageCategories'))
  expect(await heading.textContent()).toBe(name)
  expect(errors).toEqual([])
  await close()
})

test.each(sizes)('at %d px the order, the density and the heart stay under the hand', async (width) => {
  const { page, errors, close } = await openForAllAges(here(), { viewport: { width, height: 900 } })
  await visit(page, `${here().origin}/works`)
  const { shift } = handOn(page)
  const sort = page.getByRole('combobox', { name: t('works.sort') })
  const density = page.getByRole('combobox', { name: t('settings.density') })
  for (const order of ['popular', 'random', 'ratingDesc']) {
    expect([order, await shift(sort, () => sort.selectOption(order))]).toEqual([order, still])
  }
  for (const shape of ['rows', 'compact', 'comfortable']) {
    expect([shape, await shift(density, () => density.selectOption(shape))]).toEqual([shape, still])
  }
  await visit(page, `${here().origin}/work/RJ90000014`)
  const acts = page.getByRole('main').locator('button[aria-pressed]')
  const heart = acts.first()
  const beside = page.getByRole('main').getByRole('button', { name: t('menu.editMetadata') })
  expect(await shift(heart, () => heart.click())).toEqual(still)
  expect(await shift(beside, () => heart.click())).toEqual(still)
  expect(errors).toEqual([])
  await close()
})

test('what comes late on the page of storages comes below what is there', async () => {
  const { page, errors, close } = await openForAllAges(here(), {})
  const folders = Promise.withResolvers<void>()
  await page.route('**/api/v3/admin/unsettled-folders?*', async (route) => {
    await folders.promise
    await route.continue()
  })
  await page.goto(`${here().origin}/admin/storages`)
  const late = page.getByRole('region', { name: t('unsettled.title') })
  await late.waitFor()
  // Longer than a page without this part would take.
  await page.waitForTimeout(1_000)
  const tops = await topsOf(page, t('drives.title'))
  folders.resolve()
  await page.getByRole('button', { name: t('drives.link') }).waitFor()
  await late.getByText('Nothing to decide').waitFor()
  await settled(page)
  expect(await tops.evaluate((seen) => seen.length)).toBe(1)
  expect(errors).toEqual([])
  await close()
})

test('lists of an account come as high as they stay, and its links where they stay', async () => {
  const { browser, origin } = here()
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const signedIn = await signInTo(origin, 'midori')
  const { page, errors, close } = await openPageAs(
    browser,
    { origin, signedIn },
    { language: 'en-US', ...phone },
  )
  const lists = Promise.withResolvers<void>()
  await page.route(/\/api\/v3\/account\/(sessions|shares)$/, async (route) => {
    await lists.promise
    await route.continue()
  })
  await page.goto(`${origin}/settings`)
  await page.getByRole('heading', { level: 1, name: t('nav.settings') }).waitFor()
  const seen = [await topsOf(page, t('shares.title')), await topsOf(page, t('passkeys.title'))]
  await page.getByRole('link', { name: t('nav.account') }).tap()
  await page.getByText(t('account.lastLoginAt'), { exact: true }).waitFor()
  // Longer than a page without lists would take.
  await page.waitForTimeout(1_000)
  lists.resolve()
  await page.getByText(pattern('shares.none')).waitFor()
  await settled(page)
  for (const tops of seen) expect(await tops.evaluate((values) => values.length)).toBe(1)
  expect(errors).toEqual([])
  await close()
})

/** Records the top of a heading, in pixels, each time that it is drawn. */
const topsOf = (page: Page, name: string) =>
  page.evaluateHandle((wanted) => {
    const seen: number[] = []
    const look = () => {
      const heading = [...document.querySelectorAll('main h2')].find((one) => one.textContent === wanted)
      const top = heading && Math.round(heading.getBoundingClientRect().top)
      if (top !== undefined && seen.at(-1) !== top) seen.push(top)
      requestAnimationFrame(look)
    }
    look()
    return seen
  }, name)

const allStill = {
  'an age included': [still, still],
  'an age excluded': [still, still],
  'a genre included': [still, still],
  'a genre excluded': [still, still],
  'an artist included': [still, still],
  'an artist excluded': [still, still],
  'any of them': [still, still],
  'a year': [still, still],
  'a language': [still, still],
  'with lyrics': [still, still],
  'a slider': [still, still],
}

/** Returns by how much each control of the panel moved when it was pressed and released. */
async function shiftsOf(page: Page, panel: Locator): Promise<Record<string, Shift[]>> {
  const { shift } = handOn(page)
  const button = (kind: string, name: RegExp, at: number) =>
    panel.locator('details, fieldset', { hasText: kind }).getByRole('button', { name }).nth(at)
  await panel.locator('summary', { hasText: t('filter.artists') }).click()
  const presses: readonly (readonly [string, Locator])[] = [
    ['a genre included', button(t('filter.genres'), /^Include/, 3)],
    ['an age included', button(t('filter.age'), /^Include R18/, 0)],
    ['an age excluded', button(t('filter.age'), /^Exclude R-15/, 0)],
    ['a genre excluded', button(t('filter.genres'), /^Exclude/, 6)],
    ['an artist included', button(t('filter.artists'), /^Include/, 2)],
    ['an artist excluded', button(t('filter.artists'), /^Exclude/, 1)],
    [
      'a year',
      panel
        .locator('fieldset', { hasText: t('filter.releaseYear') })
        .locator('button')
        .nth(2),
    ],
    ['a language', button(t('filter.languages'), /^Include Simplified/, 0)],
    ['with lyrics', panel.getByRole('button', { name: t('filter.hasLyrics') })],
  ]
  const shifts: Record<string, Shift[]> = {}
  for (const [name, thing] of presses) {
    const handle = await thing.elementHandle()
    if (!handle) throw new Error(`there is no button for ${name}`)
    shifts[name] = [await shift(thing, () => handle.click()), await shift(thing, () => handle.click())]
  }
  const any = panel
    .locator('details', { hasText: t('filter.genres') })
    .getByRole('radio', { name: t('filter.any') })
  shifts['any of them'] = [await shift(any, () => any.check()), await shift(any, () => any.check())]
  const slider = panel.getByRole('slider', { name: t('filter.minPrice') })
  const slide = (key: string) => async () => {
    await slider.focus()
    for (let step = 0; step < 4; step++) await page.keyboard.press(key)
  }
  shifts['a slider'] = [await shift(slider, slide('ArrowRight')), await shift(slider, slide('ArrowLeft'))]
  return shifts
}
