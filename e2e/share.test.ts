import { updateSiteSettings } from '@koedana/contract/site-settings.ts'
import { listWorks } from '@koedana/contract/works.ts'
import { expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { notices, openPageAs, peopledFolder, signInTo } from './people.ts'
import { audioOf, keepAudio } from './sounds.ts'
import { pattern, t } from './words.ts'

const here = journey(peopledFolder)

test('a work is shared with listening, heard without an account, and gone when the link is revoked', async () => {
  const { browser, origin } = here()
  const admin = await signInTo(origin, 'haruka')
  const body = { sharing: 'listen', visitorsMayListen: false } as const
  await clientAs(origin, admin.token)(updateSiteSettings, { body })
  const [work] = (await clientOf(origin)(listWorks, { query: { inLibrary: true, pageSize: 1 } })).items
  if (!work) throw new Error('the shelf is empty')

  const signedIn = await signInTo(origin, 'midori')
  const owner = await openPageAs(browser, { origin, signedIn })
  await owner.page.goto(`${origin}/work/${work.id}`)
  await owner.page.getByRole('button', { name: t('share.act'), exact: true }).click()
  const dialog = owner.page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '1 day' }).check()
  expect(await dialog.getByLabel(t('share.listening')).isChecked()).toBe(true)
  await dialog.getByRole('button', { name: t('share.make') }).click()
  const link = (await dialog.locator('code').textContent()) ?? ''
  expect(link).toMatch(/\/shared#[\w-]{43}$/)
  await dialog.getByRole('button', { name: t('common.close') }).click()

  const friend = await openPage(browser, { language: 'en-US' })
  const secret = link.split('#')[1] ?? ''
  const addresses: string[] = []
  friend.page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''))
  await keepAudio(friend.page)
  await friend.page.goto(link)
  const main = friend.page.getByRole('main')
  await main.getByRole('heading', { level: 1, name: work.title }).waitFor()
  await main.getByRole('button', { name: t('work.play'), exact: true }).click()
  await expect.poll(() => audioOf(friend.page, 'currentTime')).toBeGreaterThan(0)
  // The secret appears in the address of the page only.
  expect(addresses.filter((address) => address.includes(secret) && address !== link)).toEqual([])
  await friend.page.goto(`${origin}/work/${work.id}`)
  await main.getByRole('heading', { level: 1, name: work.title }).waitFor()
  expect(friend.errors).toEqual([])

  await owner.page.goto(`${origin}/account`)
  await owner.page.getByRole('button', { name: `Revoke the link to ${work.title}` }).click()
  await notices(owner.page, `The link to “${work.title}” no longer works`).waitFor()
  await owner.page.getByText(pattern('shares.none')).waitFor()
  expect(owner.errors).toEqual([])

  await friend.page.goto(link)
  await main.getByRole('heading', { name: t('shared.gone') }).waitFor()
  await Promise.all([owner.close(), friend.close()])
})
