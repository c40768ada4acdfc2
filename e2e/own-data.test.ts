import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getHome } from '@koedana/contract/home.ts'
import { saveHomeLayout } from '@koedana/contract/home-actions.ts'
import { getMark, saveMark } from '@koedana/contract/marks.ts'
import { createView } from '@koedana/contract/views.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { journey } from './journey.ts'
import { openPageAs, peopledFolder, signInTo } from './people.ts'
import { pattern, t } from './words.ts'

const here = journey(peopledFolder)

test('own tags are put on a work, filter the list, and two become one', async () => {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'midori')
  const call = clientAs(origin, signedIn.token)
  const [first, second] = (await clientOf(origin)(listWorks, { query: { sort: 'salesDesc' } })).items
  if (!first || !second) throw new Error('the shelf is empty')
  await call(saveMark, { params: { id: second.id }, body: { addTags: ['Calm'] } })
  const { page, errors, close } = await openPageAs(browser, { origin, signedIn })
  await page.goto(`${origin}/work/${first.id}`)
  await page.getByRole('button', { name: t('tags.add') }).click()
  await page.getByRole('combobox', { name: t('tags.new') }).fill('quiet')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'quiet', exact: true }).click()
  await expect.poll(() => page.getByRole('article').count()).toBe(1)
  expect(page.url()).toContain('ownTags=quiet')
  const mine = page.getByRole('group', { name: t('filter.mine') })
  await mine.getByRole('button', { name: t('tags.manage') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('tags.name', { name: 'quiet' })).fill('calm')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('editing.merge') })
    .click()
  await dialog.getByText('2 works').waitFor()
  await dialog.getByRole('button', { name: t('common.close') }).click()
  await mine.getByRole('button', { name: /^calm ?2/ }).click()
  await page.getByRole('button', { name: t('filter.removeName', { name: 'quiet' }) }).click()
  await expect.poll(() => page.getByRole('article').count()).toBe(2)
  expect(errors).toEqual([])
  await close()
})

test('own data is downloaded, brought to another account, and a wrong file is refused in words', async () => {
  const { browser, origin } = here()
  const [haruka, midori] = [await signInTo(origin, 'haruka'), await signInTo(origin, 'midori')]
  const [work] = (await clientOf(origin)(listWorks, {})).items
  const id = work?.id ?? ''
  await clientAs(origin, haruka.token)(saveMark, { params: { id }, body: { rating: 3, note: '=1+1' } })
  await clientAs(origin, haruka.token)(createView, { body: { name: 'Rain', search: { q: 'rain' } } })
  await clientAs(origin, haruka.token)(saveHomeLayout, { body: { order: ['week'], hidden: ['sets'] } })
  const from = await openPageAs(browser, { origin, signedIn: haruka })
  await from.page.goto(`${origin}/account`)
  const saved = async (name: string) => {
    const [download] = await Promise.all([
      from.page.waitForEvent('download'),
      from.page.getByRole('button', { name }).click(),
    ])
    const copy = join(tmpdir(), `own-data-${process.pid}-${download.suggestedFilename()}`)
    await download.saveAs(copy)
    return { name: download.suggestedFilename(), text: await readFile(copy, 'utf8') }
  }
  const json = await saved(t('ownData.json'))
  const csv = await saved(t('ownData.csv'))
  expect([json.name, csv.name]).toEqual([
    expect.stringMatching(/^koedana-.*\.json$/),
    expect.stringMatching(/^koedana-.*\.csv$/),
  ])
  expect(csv.text).toContain(`${id},,3,'=1+1`)
  expect(from.errors).toEqual([])
  await from.close()

  const to = await openPageAs(browser, { origin, signedIn: midori })
  await to.page.goto(`${origin}/account`)
  const bring = async (text: string) => {
    const file = join(tmpdir(), `own-data-${process.pid}.json`)
    await writeFile(file, text)
    await to.page.getByLabel(t('ownData.import')).last().setInputFiles(file)
  }
  await bring('{"kind":"something else"}')
  await to.page.getByText(pattern('ownData.notOwnData')).waitFor()
  await bring(json.text)
  await to.page.getByText(t('ownData.taken', { count: 2 })).waitFor()
  const mark = await clientAs(origin, midori.token)(getMark, { params: { id } })
  expect(mark).toMatchObject({ rating: 3, note: '=1+1' })
  const { own } = await clientAs(origin, midori.token)(getHome, {})
  expect(own?.views).toMatchObject([{ name: 'Rain', search: { q: 'rain' } }])
  expect([own?.layout.order[0], own?.layout.hidden]).toEqual(['week', ['sets']])
  await bring(csv.text)
  await to.page.getByText(t('ownData.taken', { count: 0 })).waitFor()
  expect(to.errors).toEqual([])
  await to.close()
})
