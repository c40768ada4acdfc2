import { getWork, listWorks } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { openAs, openEditor } from './editor.ts'
import { journey } from './journey.ts'
import { notices, peopledFolder, signInTo } from './people.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)

test('a name and genres are edited, locked, on the list at once, and undone', async () => {
  const { origin } = here()
  const [work] = (await clientOf(origin)(listWorks, { query: { pageSize: 1 } })).items
  if (!work) throw new Error('the shelf is empty')
  const { page, errors, close } = await openAs(here(), 'haruka')
  await page.goto(`${origin}/works`)
  const card = (name: string) => page.getByRole('article').getByRole('link', { name, exact: true })
  await card(work.title).click()
  const dialog = await openEditor(page)
  await dialog.getByLabel('English', { exact: true }).fill('An Evening of Paper Boats')
  const genres = dialog.getByRole('group', { name: t('filter.genres') })
  const first = work.genres[0]?.name ?? ''
  await genres.getByRole('button', { name: `Remove ${first}` }).click()
  await genres.getByRole('combobox').fill('Paper boats')
  await dialog.getByRole('option', { name: t('editing.create', { name: 'Paper boats' }) }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByText('2 fields changed').waitFor()
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await notices(page, t('message.metadataUpdated')).waitFor()
  await genres.getByText(/^Locked by haruka/).waitFor()
  await dialog
    .getByRole('button', { name: t('editing.releaseField', { field: t('filter.genres') }) })
    .waitFor()
  await dialog.getByText('Nothing changed').waitFor()

  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'An Evening of Paper Boats', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Paper boats', exact: true }).waitFor()
  await page.getByRole('link', { name: t('nav.works'), exact: true }).click()
  await card('An Evening of Paper Boats').waitFor()
  expect(await card(work.title).count()).toBe(0)

  await card('An Evening of Paper Boats').click({ button: 'right' })
  await page.getByRole('menuitem', { name: t('menu.editMetadata') }).click()
  await page.waitForURL(`${origin}/work/${work.id}#edit`)
  await dialog.getByRole('tab', { name: /History/ }).click()
  await dialog.getByText('Paper boats', { exact: false }).first().waitFor()
  await dialog.getByRole('button', { name: /^Undo the edit/ }).click()
  await dialog.getByText(/^Undone/).waitFor()
  await dialog.getByRole('button', { name: t('common.close') }).click()
  await page.getByRole('heading', { name: work.title, level: 1 }).waitFor()
  await page.getByRole('link', { name: t('nav.works'), exact: true }).click()
  await card(work.title).waitFor()
  expect(await card('An Evening of Paper Boats').count()).toBe(0)
  const stored = await clientOf(origin)(getWork, { params: { id: work.id } })
  expect(stored.genres.map(({ name }) => name)).toContain(first)
  expect(errors).toEqual([])
  await close()
})

test('what does not fit stands beside its field, and what was typed outlives closing', async () => {
  const { page, close } = await openAs(here(), 'haruka')
  await page.goto(`${here().origin}/work/RJ90000012`)
  const dialog = await openEditor(page)
  const price = dialog.getByLabel(t('work.price'), { exact: true })
  await price.fill('cheap')
  await dialog.getByLabel(t('editing.editionOf')).fill('RJ99999999')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await dialog.getByText(t('validation.integerExpected')).waitFor()
  expect(await price.getAttribute('aria-invalid')).toBe('true')
  await price.fill('1234')
  // The first Escape only closes the suggestions.
  await dialog
    .getByRole('combobox', { name: `${t('editing.find')}: ${t('filter.artists')}` })
    .pressSequentially('ほ')
  await dialog.getByRole('listbox').waitFor()
  await page.keyboard.press('Escape')
  await dialog.getByRole('listbox').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: t('menu.editMetadata') }).click()
  await dialog.getByText('2 fields changed').waitFor()
  expect(await price.inputValue()).toBe('1234')
  await dialog.getByRole('button', { name: t('editing.discard') }).click()
  await dialog.getByText('Nothing changed').waitFor()
  expect(await price.inputValue()).not.toBe('1234')
  await close()
})

test('a work of one’s own is added, gets a cover, and goes to the trash', async () => {
  const { origin } = here()
  const { page, errors, close } = await openAs(here(), 'haruka')
  await page.goto(`${origin}/works`)
  await page.getByRole('button', { name: t('editing.addWork') }).click()
  const adding = page.getByRole('dialog', { name: t('editing.addWork') })
  await adding.getByRole('button', { name: t('editing.addWorkAct') }).click()
  await adding.getByText(t('validation.required')).waitFor()
  await adding.getByLabel(t('sort.nameAsc'), { exact: true }).fill('Tape from the attic')
  await adding.getByRole('button', { name: t('editing.addWorkAct') }).click()
  await page.waitForURL(/\/work\/KD\d{8}#edit$/)
  const dialog = page.getByRole('dialog', { name: t('menu.editMetadata') })
  await dialog.getByRole('tab', { name: t('editing.fields') }).waitFor()
  // The marketplace does not know this work.
  expect(await dialog.getByRole('button', { name: t('editing.refresh') }).count()).toBe(0)
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await dialog.getByRole('button', { name: t('editing.coverSave') }).click()
  await notices(page, t('message.metadataUpdated')).waitFor()
  await dialog
    .getByRole('group', { name: t('editing.cover') })
    .getByText(/^Locked by haruka/)
    .waitFor()
  const id = /KD\d{8}/.exec(page.url())?.[0] ?? ''
  const { token } = await signInTo(origin, 'haruka')
  expect((await clientAs(origin, token)(getWork, { params: { id } })).cover).not.toBeNull()

  await dialog.getByRole('button', { name: t('editing.trash') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('editing.trash') })
    .click()
  await notices(page, '“Tape from the attic” is in the trash').waitFor()
  await page.waitForURL(`${origin}/works`)
  await page.getByRole('article').first().waitFor()
  expect(await page.getByRole('article').filter({ hasText: 'Tape from the attic' }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})
