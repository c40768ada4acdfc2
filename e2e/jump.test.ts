import { getWork, listWorks } from '@koedana/contract/works.ts'
import { withDatabase } from '@koedana/server/commands/with-database.ts'
import { readConfig } from '@koedana/server/config.ts'
import { expect, test } from 'vitest'
import { clientOf } from './api.ts'
import { demoFolder } from './begin.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { notices } from './people.ts'
import { settled } from './settled.ts'
import { t } from './words.ts'

/** The work is above the visitors' age limit. */
const hidden = 'RJ90000027'
const absent = 'RJ01999999'

const here = journey(async () => {
  const folder = await demoFolder()
  await withDatabase(readConfig({ DATA_DIR: folder.path }), ({ write }) =>
    write.updateTable('work').set({ age_category: 'r18' }).where('id', '=', hidden).execute(),
  )
  return folder
})

/** Returns an edition that lists hide behind another edition in every language. */
async function otherEdition(): Promise<string> {
  const call = clientOf(here().origin)
  const shown = new Set((await call(listWorks, { query: { pageSize: 100 } })).items.map(({ id }) => id))
  const all = await call(listWorks, { query: { pageSize: 100, editions: 'all' } })
  const found = all.items.find(({ id }) => !shown.has(id))
  if (!found) throw new Error('the demo has no editions')
  return found.id
}

const fullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0))

test.each(['zh-CN', 'en-US', 'ja-JP'])(
  'a whole id and Enter opens its work, in any spelling, in %s',
  async (language) => {
    const edition = await otherEdition()
    const { page, errors, close } = await openPage(here().browser, { language })
    await page.goto(here().origin)
    const box = page.getByRole('combobox').first()
    for (const typed of ['RJ90000002', edition, edition.toLowerCase(), fullWidth(edition), ` ${edition}　`]) {
      await box.fill(typed)
      // Enter comes before any suggestion, as after pasting.
      await box.press('Enter')
      const id = typed === 'RJ90000002' ? typed : edition
      await page.waitForURL(`**/work/${id}`)
      const { title } = await clientOf(here().origin)(getWork, { params: { id } })
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
      expect(title).not.toBe('')
      await expect.poll(() => box.inputValue()).toBe('')
    }
    expect(errors).toEqual([])
    await close()
  },
)

test('Enter opens the work, though the list that closes cancels its requests', async () => {
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(here().origin)
  const requested: string[] = []
  const { promise: isLate, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(/\/works\/suggest/, async (route) => {
    requested.push(route.request().url())
    await isLate
    // The browser canceled one of the requests.
    await route.continue().catch(() => {})
  })
  const box = page.getByRole('combobox').first()
  await box.fill('RJ90000002')
  await expect.poll(() => requested.length).toBe(1)
  const givenUp = page.waitForEvent('requestfailed')
  await box.press('Enter')
  await givenUp
  arrive()
  await page.waitForURL('**/work/RJ90000002')
  expect(errors).toEqual([])
  await close()
})

test.each([
  ['one that is not here', absent],
  ['one that is hidden', hidden],
])('%s is searched for, and the page says calmly that nothing was found', async (_name, id) => {
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/rankings`)
  const box = page.getByRole('combobox', { name: t('search.label') })
  await box.fill(id.toLowerCase())
  await box.press('Enter')
  await page.waitForURL((url) => url.pathname === '/works' && url.searchParams.get('q') === id.toLowerCase())
  await page.getByText(t('works.emptySearch', { q: id.toLowerCase() })).waitFor()
  expect(await page.getByText('hidden by your content filters').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('what was typed after Enter stays: a late response leads nobody away', async () => {
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/rankings`)
  let respond = () => {}
  const held = new Promise<void>((resolve) => {
    respond = resolve
  })
  await page.route('**/works/suggest?*RJ90000002*', async (route) => {
    await held
    await route.continue()
  })
  const box = page.getByRole('combobox', { name: t('search.label') })
  await box.fill('RJ90000002')
  await box.press('Enter')
  await page
    .getByRole('navigation', { name: t('nav.browse') })
    .getByRole('link', { name: t('filter.series') })
    .click()
  await page.waitForURL('**/series')
  const received = page.waitForResponse((response) => response.url().includes('RJ90000002'))
  respond()
  await received
  await settled(page)
  expect(new URL(page.url()).pathname).toBe('/series')
  await close()
})

test.each(['RJ90000002', 'rj90000002', fullWidth('RJ90000002'), 'RJ90000002/'])(
  'the address /%s leads to its work, and back leads to where one came from',
  async (path) => {
    const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
    await page.goto(`${here().origin}/rankings`)
    await page.goto(`${here().origin}/${path}`)
    await page.waitForURL('**/work/RJ90000002')
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await page.goBack()
    await page.waitForURL('**/rankings')
    expect(errors).toEqual([])
    await close()
  },
)

test.each([absent, hidden, 'RJ1', 'RJ90000002/files'])(
  'the address /%s leads home, as any unknown path',
  async (path) => {
    const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
    await page.goto(`${here().origin}/${path}`)
    await notices(page, t('message.pageNotFound')).waitFor()
    await page.waitForURL(`${here().origin}/`)
    expect(errors).toEqual([])
    await close()
  },
)

test.each([absent, hidden, 'nothing'])(
  'the page of /work/%s has a heading and says one thing',
  async (id) => {
    const { page, close } = await openPage(here().browser, { language: 'en-US' })
    await page.goto(`${here().origin}/work/${id}`)
    await page.getByRole('heading', { level: 1, name: t('work.unknown', { id }) }).waitFor()
    await page.getByText(t('work.unknownHelp')).waitFor()
    // Failed responses are shown as notices; the page adds no second alert.
    expect(await page.getByRole('alert').count()).toBe(0)
    await page
      .getByRole('main')
      .getByRole('link', { name: t('nav.works') })
      .click()
    await page.waitForURL('**/works')
    await close()
  },
)

test('a work that own settings hide says so, and leads to them', async () => {
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/icon.svg`)
  await page.evaluate(() => {
    const excluded = { makers: [], series: [], artists: [], illustrators: [], genres: [] }
    const choices = { policy: 'moderate', ageFilterMode: 'adults_only', excluded }
    localStorage.setItem('choices', JSON.stringify(choices))
  })
  await page.goto(`${here().origin}/work/RJ90000002`)
  await page.getByText(t('work.unknownBySettings')).waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('content.title') })
    .click()
  await page.waitForURL('**/settings#content')
  await expect
    .poll(() =>
      page.getByRole('heading', { name: t('content.title') }).evaluate((heading) => {
        const { top } = heading.getBoundingClientRect()
        return top >= 0 && top < innerHeight
      }),
    )
    .toBe(true)
  await close()
})
