import { AxeBuilder } from '@axe-core/playwright'
import { getEntity } from '@koedana/contract/entities.ts'
import { getWork, listWorks } from '@koedana/contract/works.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'

const here = journey(peopledFolder)

const openAs = async (name: 'haruka' | 'midori', theme: 'light' | 'dark' = 'light') =>
  openPageAs(
    here().browser,
    { origin: here().origin, signedIn: await signInTo(here().origin, name) },
    { language: 'en-US', theme },
  )

const openEditor = async (page: Page) => {
  await page.getByRole('button', { name: 'Edit metadata' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit metadata' })
  await dialog.getByRole('tab', { name: 'Fields' }).waitFor()
  return dialog
}

test('a name and genres are edited, locked, on the list at once, and undone', async () => {
  const { origin } = here()
  const [work] = (await clientOf(origin)(listWorks, { query: { pageSize: 1 } })).items
  if (!work) throw new Error('the shelf is empty')
  const { page, errors, close } = await openAs('haruka')
  await page.goto(`${origin}/works`)
  const card = (name: string) => page.getByRole('article').getByRole('link', { name, exact: true })
  await card(work.title).click()
  const dialog = await openEditor(page)
  await dialog.getByLabel('English', { exact: true }).fill('An Evening of Paper Boats')
  const genres = dialog.getByRole('group', { name: 'Genres' })
  const first = work.genres[0]?.name ?? ''
  await genres.getByRole('button', { name: `Remove ${first}` }).click()
  await genres.getByRole('combobox').fill('Paper boats')
  await dialog.getByRole('option', { name: 'Create “Paper boats”' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByText('2 fields changed').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await notices(page, 'Work metadata updated').waitFor()
  await genres.getByText(/^Locked by haruka/).waitFor()
  await dialog.getByRole('button', { name: 'Release Genres: it follows its sources again' }).waitFor()
  await dialog.getByText('Nothing changed').waitFor()

  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'An Evening of Paper Boats', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Paper boats', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Works', exact: true }).click()
  await card('An Evening of Paper Boats').waitFor()
  expect(await card(work.title).count()).toBe(0)

  await card('An Evening of Paper Boats').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit metadata' }).click()
  await page.waitForURL(`${origin}/work/${work.id}#edit`)
  await dialog.getByRole('tab', { name: /History/ }).click()
  await dialog.getByText('Paper boats', { exact: false }).first().waitFor()
  await dialog.getByRole('button', { name: /^Undo the edit/ }).click()
  await dialog.getByText(/^Undone/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('heading', { name: work.title, level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Works', exact: true }).click()
  await card(work.title).waitFor()
  expect(await card('An Evening of Paper Boats').count()).toBe(0)
  const stored = await clientOf(origin)(getWork, { params: { id: work.id } })
  expect(stored.genres.map(({ name }) => name)).toContain(first)
  expect(errors).toEqual([])
  await close()
})

test('what does not fit stands beside its field, and what was typed outlives closing', async () => {
  const { page, close } = await openAs('haruka')
  await page.goto(`${here().origin}/work/RJ90000012`)
  const dialog = await openEditor(page)
  const price = dialog.getByLabel('Price', { exact: true })
  await price.fill('cheap')
  await dialog.getByLabel('Edition of').fill('RJ99999999')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('A whole number, please').waitFor()
  expect(await price.getAttribute('aria-invalid')).toBe('true')
  await price.fill('1234')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit metadata' }).click()
  await dialog.getByText('2 fields changed').waitFor()
  expect(await price.inputValue()).toBe('1234')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await dialog.getByText('Nothing changed').waitFor()
  expect(await price.inputValue()).not.toBe('1234')
  await close()
})

test('two circles become one: the old address shows the one that stayed', async () => {
  const { origin } = here()
  const call = clientOf(origin)
  const params = (id: string) => ({ params: { kind: 'makers' as const, id } })
  const [from, into] = [await call(getEntity, params('RG90002')), await call(getEntity, params('RG90003'))]
  const { page, errors, close } = await openAs('haruka')
  await page.goto(`${origin}/works?makers=${from.id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: from.name })
  await dialog.getByRole('tab', { name: 'Merge' }).click()
  await dialog.getByRole('combobox', { name: 'The other spelling' }).fill(into.name.slice(0, 2))
  await dialog.getByRole('option', { name: into.name }).click()
  await dialog.getByText(`${from.workCount} works`).waitFor()
  await dialog.getByText(`${into.workCount} works`).waitFor()
  await dialog.getByRole('button', { name: `Merge into “${into.name}”` }).click()
  await page.waitForURL((url) => url.searchParams.get('makers') === into.id)
  await page.getByRole('heading', { name: into.name, level: 1 }).waitFor()
  await page.getByText(`${from.workCount + into.workCount} works`, { exact: true }).waitFor()
  await page.goto(`${origin}/works?makers=${from.id}`)
  await page.getByRole('heading', { name: into.name, level: 1 }).waitFor()

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const renaming = page.getByRole('dialog', { name: into.name })
  await renaming.getByLabel('Name', { exact: true }).fill('Moonlit Workshop')
  await renaming.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Moonlit Workshop', level: 1 }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a work of one’s own is added, gets a cover, and goes to the trash', async () => {
  const { origin } = here()
  const { page, errors, close } = await openAs('haruka')
  await page.goto(`${origin}/works`)
  await page.getByRole('button', { name: 'Add a work of your own' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a work of your own' })
  await adding.getByRole('button', { name: 'Add work' }).click()
  await adding.getByText('Required').waitFor()
  await adding.getByLabel('Name', { exact: true }).fill('Tape from the attic')
  await adding.getByRole('button', { name: 'Add work' }).click()
  await page.waitForURL(/\/work\/KD\d{8}#edit$/)
  const dialog = page.getByRole('dialog', { name: 'Edit metadata' })
  await dialog.getByRole('tab', { name: 'Fields' }).waitFor()
  // No marketplace has it.
  expect(await dialog.getByRole('button', { name: 'Refresh now' }).count()).toBe(0)
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await dialog.getByRole('button', { name: 'Use as cover' }).click()
  await notices(page, 'Work metadata updated').waitFor()
  await dialog
    .getByRole('group', { name: 'Cover' })
    .getByText(/^Locked by haruka/)
    .waitFor()
  const id = /KD\d{8}/.exec(page.url())?.[0] ?? ''
  const { token } = await signInTo(origin, 'haruka')
  expect((await clientAs(origin, token)(getWork, { params: { id } })).cover).not.toBeNull()

  await dialog.getByRole('button', { name: 'Put into the trash' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Put into the trash' }).click()
  await notices(page, '“Tape from the attic” is in the trash').waitFor()
  await page.waitForURL(`${origin}/works`)
  await page.getByRole('article').first().waitFor()
  expect(await page.getByRole('article').filter({ hasText: 'Tape from the attic' }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test.each([
  { who: 'a visitor', name: undefined },
  { who: 'a member', name: 'midori' },
] as const)('$who sees nothing to edit', async ({ name }) => {
  const { browser, origin } = here()
  const { page, close } = name ? await openAs(name) : await openPage(browser, { language: 'en-US' })
  for (const path of ['/work/RJ90000027#edit', '/works?makers=RG90004#edit', '/works']) {
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('button', { name: /edit|add a work/i }).count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(0)
  }
  await page.getByRole('article').first().getByRole('link').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy id' }).waitFor()
  expect(await page.getByRole('menuitem', { name: /edit/i }).count()).toBe(0)
  await close()
})

test.each(['light', 'dark'] as const)('the open editors are whole for readers in %s', async (theme) => {
  const { page, close } = await openAs('haruka', theme)
  const found = async () => {
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }
  await page.goto(`${here().origin}/work/RJ90000014`)
  const dialog = await openEditor(page)
  await dialog.getByRole('combobox', { name: 'Find or create: Genres' }).fill('a')
  await dialog.getByRole('listbox').getByRole('option').first().waitFor()
  await page.waitForTimeout(300)
  expect(await found()).toEqual([])
  await dialog.getByRole('tab', { name: /History/ }).click()
  expect(await found()).toEqual([])
  await page.goto(`${here().origin}/works?series=${await anySeries()}#edit`)
  await page.getByRole('dialog').getByRole('tab', { name: 'Merge' }).click()
  await page.waitForTimeout(300)
  expect(await found()).toEqual([])
  await close()
})

async function anySeries(): Promise<string> {
  const { items } = await clientOf(here().origin)(listWorks, { query: { pageSize: 100 } })
  for (const { id } of items) {
    const { series } = await clientOf(here().origin)(getWork, { params: { id } })
    if (series) return series.id
  }
  throw new Error('no work has a series')
}
