import { listWorks } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { clientOf } from './api.ts'
import { openPage, visit } from './browser.ts'
import { lookAround } from './journey.ts'
import { settled } from './settled.ts'
import { t } from './words.ts'

const here = lookAround()

test('keys go round it, to its ends and by the first letters, into a submenu and out of it alone', async () => {
  const work = await firstWork()
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await page.goto(`${here().origin}/works`)
  const link = page.getByRole('main').getByRole('link', { name: work.title, exact: true })
  await link.focus()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu', { name: work.title })
  await menu.waitFor()
  const focused = () => page.evaluate(() => document.querySelector('[role=menuitem]:focus')?.textContent)
  const leads = async (key: string, entry: string) => {
    await page.keyboard.press(key)
    await expect.poll(focused).toBe(entry)
  }
  expect(await focused()).toBeUndefined()
  await leads('ArrowDown', t('registration.open'))
  await leads('End', t('menu.copyName'))
  await leads('ArrowDown', t('registration.open'))
  await leads('ArrowUp', t('menu.copyName'))
  await leads(t('nav.home'), t('registration.open'))
  await leads('e', t('menu.exclude'))
  await page.keyboard.press('Enter')
  await page.getByRole('menu', { name: t('menu.exclude') }).waitFor()
  await expect.poll(focused).toBe(t('menu.thisWork'))
  await leads('Escape', t('menu.exclude'))
  await page.getByRole('menu', { name: t('menu.exclude') }).waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowRight')
  await expect.poll(focused).toBe(t('menu.thisWork'))
  await leads('ArrowLeft', t('menu.exclude'))
  await page.keyboard.press('Tab')
  await menu.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})

test('the pointer opens a submenu and reaches it across other entries; a press beside it closes all', async () => {
  const work = await firstWork()
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await visit(page, `${here().origin}/works`)
  await page.getByRole('main').getByRole('link', { name: work.title, exact: true }).click({ button: 'right' })
  const menu = page.getByRole('menu', { name: work.title })
  const include = menu.getByRole('menuitem', { name: t('menu.include') })
  await include.hover()
  const submenu = page.getByRole('menu', { name: t('menu.include') })
  await submenu.waitFor()
  await settled(page)
  const [from, to] = [await include.boundingBox(), await submenu.getByRole('menuitem').last().boundingBox()]
  if (!from || !to) throw new Error('the submenu is not on screen')
  await page.mouse.move(from.x + from.width - 40, from.y + from.height - 2)
  await page.mouse.move(to.x + 20, to.y + 4, { steps: 12 })
  await page.waitForTimeout(400)
  expect(await submenu.getByRole('menuitem').last().textContent()).toBe(
    await page.locator('[role=menuitem]:focus').textContent(),
  )
  await menu.getByRole('menuitem', { name: t('menu.copyId') }).hover()
  await submenu.waitFor({ state: 'detached' })
  const before = page.url()
  await page.getByRole('heading', { level: 1 }).click()
  await menu.waitFor({ state: 'detached' })
  expect(page.url()).toBe(before)
  expect(errors).toEqual([])
  await close()
})

test('its links open in a tab of their own where the browser is asked to open one', async () => {
  const work = await firstWork()
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  await visit(page, `${here().origin}/works`)
  const link = page.getByRole('main').getByRole('link', { name: work.title, exact: true })
  for (const [name, options] of [
    [t('registration.open'), { modifiers: ['Control'] }],
    [t('registration.open'), { button: 'middle' }],
    [t('files.open'), {}],
  ] as const) {
    await link.click({ button: 'right' })
    const entry = page.getByRole('menuitem', { name, exact: true })
    await entry.waitFor()
    const opening = page.context().waitForEvent('page')
    await entry.click({ ...options, modifiers: 'modifiers' in options ? [...options.modifiers] : [] })
    const opened = await opening
    await opened.waitForURL(`**/work/${work.id}`)
    await opened.close()
    expect(new URL(page.url()).pathname).toBe('/works')
    if ('button' in options) await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  expect(errors).toEqual([])
  await close()
})

async function firstWork() {
  const [work] = (await clientOf(here().origin)(listWorks, {})).items
  if (!work) throw new Error('the demo has no works')
  return work
}
