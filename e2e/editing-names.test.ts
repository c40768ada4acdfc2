import { getEntity } from '@koedana/contract/entities.ts'
import { getWork, listWorks } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { clientOf } from './api.ts'
import { noViolations, violationsByTheme } from './axe.ts'
import { openPage, visit } from './browser.ts'
import { openAs, openEditor } from './editor.ts'
import { journey } from './journey.ts'
import { peopledFolder } from './people.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)

test('two circles become one: the old address shows the one that stayed', async () => {
  const { origin } = here()
  const call = clientOf(origin)
  const params = (id: string) => ({ params: { kind: 'makers' as const, id } })
  const [from, into] = [await call(getEntity, params('RG90002')), await call(getEntity, params('RG90003'))]
  const { page, errors, close } = await openAs(here(), 'haruka')
  await page.goto(`${origin}/works?makers=${from.id}`)
  await page.getByRole('button', { name: t('common.edit'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: from.name })
  await dialog.getByRole('tab', { name: t('editing.merge') }).click()
  await dialog.getByRole('combobox', { name: t('editing.mergeFind') }).fill(into.name.slice(0, 2))
  await dialog.getByRole('option', { name: into.name }).click()
  await dialog.getByText(`${from.workCount} works`).waitFor()
  await dialog.getByText(`${into.workCount} works`).waitFor()
  await dialog.getByRole('button', { name: `Merge into “${into.name}”` }).click()
  await page.waitForURL((url) => url.searchParams.get('makers') === into.id)
  await page.getByRole('heading', { name: into.name, level: 1 }).waitFor()
  await page.getByText(`${from.workCount + into.workCount} works`, { exact: true }).waitFor()
  await page.goto(`${origin}/works?makers=${from.id}`)
  await page.getByRole('heading', { name: into.name, level: 1 }).waitFor()

  await page.getByRole('button', { name: t('common.edit'), exact: true }).click()
  const renaming = page.getByRole('dialog', { name: into.name })
  await renaming.getByLabel(t('sort.nameAsc'), { exact: true }).fill('Moonlit Workshop')
  await renaming.getByRole('button', { name: t('common.save') }).click()
  await page.getByRole('heading', { name: 'Moonlit Workshop', level: 1 }).waitFor()

  await page.goto(`${origin}/work/RJ90000027`)
  await page.getByRole('link', { name: 'Healing', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: t('menu.editEntity') }).click()
  await page.getByRole('dialog', { name: 'Healing' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test.each([
  { who: 'a visitor', name: undefined },
  { who: 'a member', name: 'midori' },
] as const)('$who sees nothing to edit', async ({ name }) => {
  const { browser, origin } = here()
  const { page, close } = name ? await openAs(here(), name) : await openPage(browser, { language: 'en-US' })
  for (const path of ['/work/RJ90000027#edit', '/works?makers=RG90004#edit', '/works']) {
    await visit(page, origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('button', { name: /edit|add a work/i }).count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(0)
  }
  await page.getByRole('article').first().getByRole('link').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: t('menu.copyId') }).waitFor()
  expect(await page.getByRole('menuitem', { name: /edit/i }).count()).toBe(0)
  await close()
})

test('the open editors are whole for readers, light and dark', async () => {
  const { page, close } = await openAs(here(), 'haruka')
  const found = () => violationsByTheme(page, '[role=dialog]')
  await page.goto(`${here().origin}/work/RJ90000014`)
  const dialog = await openEditor(page)
  await dialog.getByRole('combobox', { name: 'Find or create: Genres' }).fill('a')
  await dialog.getByRole('listbox').getByRole('option').first().waitFor()
  expect(await found()).toEqual(noViolations)
  await dialog.getByRole('tab', { name: /History/ }).click()
  expect(await found()).toEqual(noViolations)
  await page.goto(`${here().origin}/works?series=${await anySeries()}#edit`)
  await page
    .getByRole('dialog')
    .getByRole('tab', { name: t('editing.merge') })
    .click()
  expect(await found()).toEqual(noViolations)
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
