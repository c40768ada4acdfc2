/** A server that is killed during its first scan and restarted: users who watch it lose nothing. */
import { link, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { listStorages } from '@koedana/contract/storages.ts'
import { listTasks } from '@koedana/contract/tasks.ts'
import { listWorks } from '@koedana/contract/works.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { launchBrowser, openPage, visit } from './browser.ts'
import { toFolders, useFolder } from './newcomer.ts'
import { signInTo } from './people.ts'
import { type DataFolder, type RunningServer, startServer, temporaryFolder } from './server.ts'
import { writeSounds } from './sounds.ts'
import { t } from './words.ts'

/** Enough works that the scan is still far from its end when it is killed. */
const count = 5_000

let folder: DataFolder
let library: string
let server: RunningServer
let browser: Browser

beforeAll(async () => {
  folder = await temporaryFolder()
  library = join(folder.path, 'library')
  await writeSounds(library, ['RJ90000001 雨/01.wav'], 0.1)
  for (let at = 1; at < count; at++) {
    const name = join(library, `RJ9100${String(at).padStart(4, '0')} 夜 ${at}`)
    await mkdir(name)
    await link(join(library, 'RJ90000001 雨/01.wav'), join(name, '01.wav'))
  }
  server = await startServer(folder.path)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await folder?.remove()
})

const markPage = (page: Page) => page.evaluate(() => Reflect.set(window, 'isSame', true))
const isSamePage = (page: Page) => page.evaluate(() => Reflect.get(window, 'isSame') === true)

test('the scan goes on, the page with it, and nothing comes twice', async () => {
  const language = 'en-US'
  const { origin } = server
  const { page, close } = await openPage(browser, { language })
  await page.goto(`${origin}/setup`)
  await toFolders({ page, language })
  await useFolder({ page, language }, library)
  await markPage(page)
  const main = page.getByRole('main')
  await main.getByText(t('scan.title')).first().waitFor()
  await main.getByRole('article').first().waitFor()
  await server.kill()
  const { total: before } = await stored(origin)
  expect(before).toBeLessThan(count)
  await page
    .getByRole('link', { name: t('nav.works'), exact: true })
    .first()
    .click()

  // The open page follows the restarted server without a reload.
  await expect.poll(() => totalOf(origin), { timeout: 120_000 }).toBe(count)
  await main.getByText('5,000 works').first().waitFor()
  await expect.poll(() => main.getByText(t('scan.title')).count()).toBe(0)
  expect(await isSamePage(page)).toBe(true)
  await close()

  const { token } = await signInTo(origin, 'haruka')
  const call = clientAs(origin, token)
  const tasks = (await call(listTasks, { query: { kind: 'sync_works' } })).items
  expect(tasks.map(({ status }) => status)).toEqual(['finished'])
  expect((await call(listStorages, {})).items).toMatchObject([{ workCount: count, fileCount: count }])

  const home = await openPage(browser, { language })
  await visit(home.page, origin)
  await home.page.getByRole('main').getByText('5,000 works').first().waitFor()
  expect(await home.page.getByRole('main').getByRole('article').count()).toBeGreaterThan(0)
  await home.close()
})

const totalOf = async (origin: string) => (await clientOf(origin)(listWorks, { query: {} })).total

/** Restarts the server and returns how many works the killed one had stored. */
async function stored(origin: string): Promise<{ readonly total: number }> {
  server = await startServer(folder.path, { port: Number(new URL(origin).port) })
  return { total: await totalOf(origin) }
}
