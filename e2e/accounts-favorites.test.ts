import { addFavorite, listFavorites } from '@koedana/contract/favorites.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { openPage, visit } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)

test('a heart is a favorite at once: on the card, the page of the work, the menu and the list', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const call = clientAs(origin, signedIn.token)
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
  await page.goto(`${origin}/favorites`)
  await page.getByRole('heading', { name: t('favorites.empty') }).waitFor()

  await page.goto(`${origin}/works?sort=salesDesc`)
  const card = page.getByRole('article').first()
  const heart = card.getByRole('button', { name: t('favorites.add') })
  await card.hover()
  await heart.click()
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
  await notices(page, t('message.addedToFavorites')).waitFor()
  const [first] = (await clientOf(origin)(listWorks, { query: { sort: 'salesDesc' } })).items
  await expect
    .poll(async () => (await call(listFavorites, { query: {} })).items.map(({ id }) => id))
    .toEqual([first?.id])
  await page.reload()
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')

  await page.goto(`${origin}/work/${first?.id}`)
  await page.getByRole('button', { name: t('favorites.favorite'), exact: true, pressed: true }).click()
  await notices(page, t('message.removedFromFavorites')).waitFor()
  await page.getByRole('button', { name: t('favorites.favorite'), exact: true, pressed: false }).waitFor()

  await visit(page, `${origin}/works?sort=salesDesc`)
  await card.getByRole('link').first().focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: t('favorites.add') }).click()
  await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
  await page.goto(`${origin}/favorites`)
  await page
    .getByRole('article')
    .getByRole('heading', { name: first?.title ?? '' })
    .waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
  expect(errors).toEqual([])
  await close()
})

test('where the server refuses, the heart is put back and the reason shown', async () => {
  const { browser, origin } = here()
  const { page, close } = await openPageAs(browser, { origin, signedIn: await signInTo(origin, 'midori') })
  await page.route('**/api/v3/favorites/*', (route) =>
    route.fulfill({
      status: 422,
      json: { code: 'refused', error: 'The request was rejected.', message: 'The request was rejected.' },
    }),
  )
  await page.goto(`${origin}/work/RJ90000027`)
  await page.getByRole('button', { name: t('favorites.favorite'), exact: true, pressed: false }).click()
  await notices(page, 'The request was rejected.').waitFor()
  await page.getByRole('button', { name: t('favorites.favorite'), exact: true, pressed: false }).waitFor()
  expect(
    await page.getByRole('button', { name: t('favorites.favorite'), exact: true, pressed: true }).count(),
  ).toBe(0)
  await close()
})

test('a visitor is led to the login and back to the work', async () => {
  const { page, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/work/RJ90000027`)
  await page.getByRole('button', { name: t('favorites.favorite'), exact: true, pressed: false }).click()
  await notices(page, t('message.pleaseLoginToContinue')).waitFor()
  // The notice may appear before the address changes.
  await page.waitForURL(({ searchParams }) => searchParams.get('redirect') === '/work/RJ90000027')
  await close()
})

test('somebody else in the same tab sees nothing of who was there before', async () => {
  const { browser, origin } = here()
  const haruka = await signInTo(origin, 'haruka')
  await clientAs(origin, haruka.token)(addFavorite, { params: { id: 'RJ90000060' } })
  const { page, close } = await openPageAs(browser, { origin, signedIn: haruka })
  await page.goto(`${origin}/favorites`)
  await page.getByRole('article').first().waitFor()
  await page
    .getByRole('link', { name: t('nav.account') })
    .first()
    .click()
  await page.getByRole('button', { name: t('auth.logout'), exact: true }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('auth.logout'), exact: true })
    .click()
  await page.waitForURL(`${origin}/`)
  // A visitor sees no marks, and the next account sees its own.
  await page
    .getByRole('link', { name: t('auth.login') })
    .first()
    .click()
  await page.getByRole('button', { name: t('auth.guest') }).click()
  await page.waitForURL(`${origin}/`)
  await page
    .getByRole('link', { name: t('nav.favorites') })
    .first()
    .click()
  await page.getByRole('heading', { name: t('favorites.empty') }).waitFor()
  expect(await page.getByRole('article').count()).toBe(0)
  await page.goto(`${origin}/work/RJ90000060`)
  await page.getByRole('button', { name: t('favorites.favorite'), exact: true, pressed: false }).waitFor()
  await close()
})
