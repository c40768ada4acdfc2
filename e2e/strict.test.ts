/** The server rejects unknown parameters, so the client must not send any, whatever the address contains. */
import { expect, test } from 'vitest'
import { openPage, visit } from './browser.ts'
import { lookAround } from './journey.ts'
import { t } from './words.ts'

const here = lookAround()

const hidden = [{ id: 'nobody', name: t('listening.no') }]
const choices = {
  policy: 'off',
  ageFilterMode: 'all_ages_only',
  excluded: { makers: hidden, series: [], artists: hidden, illustrators: [], genres: hidden },
  filterDefaults: {},
}
const old = 'favourite=true&state=want&colour=red&hiddenMakers=x&utm_source=mail'

test('a visitor with choices of their own, at addresses that say too much, meets no refusal', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 400) refused.push(response.url())
  })
  await page.addInitScript((text) => localStorage.setItem('choices', text), JSON.stringify(choices))
  const paths = ['/', '/works', '/work/RJ90000014', '/makers', '/genres', '/rankings', '/announcements']
  for (const path of [...paths, '/about', '/settings', '/setup', '/auth/login', '/auth/register']) {
    await visit(page, `${origin}${path}?${old}`)
    await page.getByRole('heading').first().waitFor()
  }
  await visit(page, `${origin}/works?${old}`)
  await page.getByRole('article').first().waitFor()
  expect(refused).toEqual([])
  expect(errors).toEqual([])
  await close()
})
