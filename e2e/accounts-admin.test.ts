import { listKeys } from '@koedana/contract/access-keys.ts'
import { createUser, getUser } from '@koedana/contract/users.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs } from './api.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, password, peopledFolder, signInTo } from './people.ts'
import { t } from './words.ts'

const here = journey(peopledFolder)

async function openDashboard(path: string) {
  const { browser, origin } = here()
  const signedIn = await signInTo(origin, 'haruka')
  const watched = await openPageAs(browser, { origin, signedIn })
  await watched.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await watched.page.goto(origin + path)
  return { ...watched, call: clientAs(origin, signedIn.token) }
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('an account is made, changed, disabled, and deleted once that was confirmed', async () => {
  const { origin } = here()
  const { page, errors, close } = await openDashboard('/admin/users')
  await page.getByRole('button', { name: t('users.create') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('users.create') }).click()
  await dialog.getByText(t('validation.usernameRequired')).waitFor()
  await dialog.getByLabel(t('account.username')).fill('tsumugi')
  await dialog.getByLabel(t('account.password')).fill(password)
  await dialog.getByRole('button', { name: t('users.create') }).click()
  await notices(page, t('message.userCreated')).waitFor()
  await rowOf(page, 'tsumugi').getByText(t('users.active')).waitFor()
  const { user, token } = await signInTo(origin, 'tsumugi')

  await page.getByRole('button', { name: t('keys.editCode', { code: 'tsumugi' }) }).click()
  await dialog.getByText(t('users.disabled'), { exact: true }).click()
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await notices(page, t('message.userUpdated')).waitFor()
  await rowOf(page, 'tsumugi').getByText(t('users.disabled')).waitFor()
  await expect(clientAs(origin, token)(getUser, { params: { id: user.id } })).rejects.toMatchObject({
    status: 401,
  })

  await page.getByRole('button', { name: t('users.deleteName', { name: 'tsumugi' }) }).click()
  const alert = page.getByRole('alertdialog')
  await alert.getByRole('button', { name: t('common.cancel') }).click()
  expect(await rowOf(page, 'tsumugi').count()).toBe(1)
  await page.getByRole('button', { name: t('users.deleteName', { name: 'tsumugi' }) }).click()
  await alert.getByRole('button', { name: t('users.delete') }).click()
  await expect.poll(() => rowOf(page, 'tsumugi').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('the last administrator stays, and the reason is shown', async () => {
  const { page, close } = await openDashboard('/admin/users')
  await page.getByRole('button', { name: t('users.deleteName', { name: 'haruka' }) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('users.delete') })
    .click()
  await notices(page, 'This is the last administrator').waitFor()
  expect(await rowOf(page, 'haruka').count()).toBe(1)
  await close()
})

test('many accounts are found by the address, disabled, and deleted but for those that must stay', async () => {
  const { page, errors, close, call } = await openDashboard('/admin/users')
  for (let at = 0; at < 3; at++) {
    const body = { username: `reader${at}`, password, role: 1, ageRestriction: 'all' } as const
    await call(createUser, { body })
  }
  await page.goto(`${here().origin}/admin/users?q=reader&status=active`)
  await rowOf(page, 'reader2').waitFor()
  await page.getByRole('checkbox', { name: t('unsettled.chooseAll') }).check()
  const chosen = page.getByRole('region', { name: '3 users selected' })
  const question = page.getByRole('alertdialog', { name: t('users.disableChosenTitle', { count: 3 }) })
  await chosen.getByRole('button', { name: t('users.disableChosen') }).click()
  await question.getByRole('button', { name: t('common.cancel') }).click()
  await question.waitFor({ state: 'detached' })
  await rowOf(page, 'reader2').getByText(t('users.active')).waitFor()
  await chosen.getByRole('button', { name: t('users.disableChosen') }).click()
  await question.getByRole('button', { name: t('users.disableChosen') }).click()
  await notices(page, '3 users changed').waitFor()
  await page.getByText(t('table.nothing')).waitFor()
  await page.getByRole('combobox', { name: t('users.status') }).selectOption({ label: t('users.disabled') })
  await rowOf(page, 'reader2').waitFor()
  expect(new URL(page.url()).search).toBe('?q=reader&status=disabled')
  await page.reload()
  await rowOf(page, 'reader2').waitFor()

  await page.goto(`${here().origin}/admin/users?sort=roleDesc`)
  for (const name of ['haruka', 'reader0', 'reader1', 'reader2'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: t('users.deleteChosen') }).click()
  const alert = page.getByRole('alertdialog')
  await alert.getByText(t('users.deleteName', { name: 'these 4 users?' })).waitFor()
  await alert.getByRole('button', { name: t('users.deleteChosen') }).click()
  await notices(page, '3 users deleted · haruka: this is your own account').waitFor()
  await expect.poll(() => rowOf(page, 'reader').count()).toBe(0)
  expect(await rowOf(page, 'haruka').count()).toBe(1)
  expect(errors).toEqual([])
  await close()
})

test('keys are made in a batch, copied, changed, and deleted once that was confirmed', async () => {
  const { page, errors, close, call } = await openDashboard('/admin/keys')
  await page.getByRole('button', { name: t('keys.create') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('keys.quantity')).fill('3')
  await dialog.getByLabel(t('keys.note')).fill('for the choir')
  await dialog.getByRole('button', { name: t('keys.create') }).click()
  await notices(page, t('message.keyCreated')).waitFor()
  await expect.poll(() => rowOf(page, 'for the choir').count()).toBe(3)
  const { items } = await call(listKeys, { query: {} })

  await page.getByRole('checkbox', { name: t('unsettled.chooseAll') }).check()
  await page.getByRole('button', { name: 'Copy 3 keys' }).click()
  await notices(page, t('message.keysCopied')).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\n').sort()).toEqual(items.map(({ code }) => code).sort())

  const code = items[0]?.code ?? ''
  await page.getByRole('button', { name: `Edit ${code}` }).click()
  await dialog.getByLabel(t('keys.note')).fill('for the flute')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await notices(page, t('message.keyUpdated')).waitFor()
  await rowOf(page, 'for the flute').waitFor()

  await page.getByRole('checkbox', { name: `Select ${code}` }).uncheck()
  await page.getByRole('button', { name: t('users.deleteName', { name: '2 keys' }) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('users.deleteName', { name: '2 keys' }) })
    .click()
  await expect.poll(() => rowOf(page, 'for the choir').count()).toBe(0)
  expect((await call(listKeys, { query: {} })).items.map((key) => key.code)).toEqual([code])
  expect(errors).toEqual([])
  await close()
})
