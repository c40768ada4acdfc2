import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../scripts/run.mjs'
import { openPage, visit } from './browser.ts'
import { lookAround } from './journey.ts'
import { t, textIn } from './words.ts'

const here = lookAround()

test('a visitor reads the licenses of third-party software, which are fetched when they are opened', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  const fetched: string[] = []
  page.on('request', (request) => request.url().includes('licenses.json') && fetched.push(request.url()))
  await visit(page, `${origin}/about`)
  expect(fetched).toEqual([])
  await page.getByRole('button', { name: t('about.showLicenses') }).click()
  const client = page.getByRole('region', { name: t('about.part.client') })
  const figtree = client.getByRole('listitem').filter({ hasText: 'figtree' })
  await figtree.getByText('OFL-1.1').click()
  await figtree.getByText('SIL OPEN FONT LICENSE Version 1.1', { exact: false }).waitFor()
  const server = page.getByRole('region', { name: t('about.part.server') })
  await server.getByText('fastify', { exact: true }).waitFor()
  expect(await server.getByText('LGPL-3.0-or-later', { exact: true }).count()).toBeGreaterThan(0)
  const ffmpeg = page.getByRole('region', { name: t('about.part.image') }).getByText('FFmpeg')
  await ffmpeg.click()
  await page.getByText('GNU GENERAL PUBLIC LICENSE', { exact: false }).first().waitFor()
  expect(fetched).toEqual([`${origin}/licenses.json`])
  const text = await page.request.get(`${origin}/third-party-notices.txt`)
  const packed = readFileSync(join(root, 'packages/web/dist/third-party-notices.txt'), 'utf8')
  expect(await text.text()).toBe(packed)
  expect(errors).toEqual([])
  await close()
})

test('licenses that cannot be fetched say so, and a press tries again', async () => {
  const { browser, origin } = here()
  const { page, close } = await openPage(browser, { language: 'ja-JP' })
  await visit(page, `${origin}/about`)
  await page.route(/licenses\.json/, (route) => route.abort())
  await page.getByRole('button', { name: textIn('ja-JP', 'about.showLicenses') }).click()
  await page.getByText(textIn('ja-JP', 'error.network')).waitFor()
  await page.unroute(/licenses\.json/)
  await page.getByRole('button', { name: textIn('ja-JP', 'common.retry') }).click()
  await page.getByRole('region', { name: textIn('ja-JP', 'about.part.client') }).waitFor()
  await close()
})
