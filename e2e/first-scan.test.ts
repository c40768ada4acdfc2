import { link, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { listTasks } from '@koedana/contract/tasks.ts'
import { listWorks } from '@koedana/contract/works.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clientAs, clientOf } from './api.ts'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { toFolders, useFolder } from './newcomer.ts'
import { notices, signInTo } from './people.ts'
import { temporaryFolder } from './server.ts'
import { writeSounds } from './sounds.ts'
import { t } from './words.ts'

/** Enough works that their scan can be observed. */
const count = 5_000
const folders = Array.from({ length: count }, (_, at) => `RJ9100${String(at).padStart(4, '0')} 夜 ${at}`)

/** All works share one audio file by hard links. */
async function writeLibrary(library: string): Promise<void> {
  await writeSounds(library, ['RJ90000001 雨/01.wav'], 0.1)
  for (const name of folders.slice(1)) {
    await mkdir(join(library, name))
    await link(join(library, 'RJ90000001 雨/01.wav'), join(library, name, '01.wav'))
  }
}

/** A server before its set-up, and a folder of works that it has not scanned. */
const fresh = () => {
  let library = ''
  const here = journey(async () => {
    const folder = await temporaryFolder()
    library = join(folder.path, 'library')
    await writeLibrary(library)
    return folder
  })
  return () => ({ ...here(), library })
}

const said = {
  'zh-CN': {
    scanning: '正在扫描你的文件夹',
    ended: '扫描完成，新增 5,000 部作品',
    works: '作品',
    total: '5,000 部作品',
  },
  'en-US': {
    scanning: t('scan.title'),
    ended: t('scan.ended', { count: 5000 }),
    works: t('nav.works'),
    total: '5,000 works',
  },
} as const
/** Set until the page is reloaded. */
const isSamePage = (page: Page) => page.evaluate(() => Reflect.get(window, 'isSame') === true)
const markPage = (page: Page) => page.evaluate(() => Reflect.set(window, 'isSame', true))

for (const language of ['zh-CN', 'en-US'] as const) {
  const here = fresh()
  test(`the first scan is seen, its works appear by themselves, and its end is shown, in ${language}`, async () => {
    const { browser, origin } = here()
    const { scanning, ended, works, total } = said[language]
    const visitor = await openPage(browser, { language })
    await visitor.page.goto(`${origin}/works`)
    await markPage(visitor.page)
    const { page, errors, close } = await openPage(browser, { language })
    await page.goto(`${origin}/setup`)
    await toFolders({ page, language })
    await useFolder({ page, language }, here().library)
    await markPage(page)
    const main = page.getByRole('main')
    await main.getByText(scanning).first().waitFor()
    await main.getByRole('progressbar', { name: scanning }).waitFor()
    await main.getByRole('article').first().waitFor()
    await page.getByRole('link', { name: works, exact: true }).first().click()
    await main.getByRole('article').first().waitFor()
    await notices(page, ended).waitFor({ timeout: 120_000 })
    await main.getByText(total).first().waitFor()
    await expect.poll(() => main.getByText(scanning).count()).toBe(0)
    expect(await isSamePage(page)).toBe(true)

    // A visitor sees no scan progress, but sees the works.
    const theirs = visitor.page.getByRole('main')
    await theirs.getByText(total).first().waitFor()
    expect(await theirs.getByText(scanning).count()).toBe(0)
    expect(await isSamePage(visitor.page)).toBe(true)
    expect(errors).toEqual([])
    await Promise.all([close(), visitor.close()])
  })

  test(`the dashboard knows of that scan too, in ${language}`, async () => {
    const { origin } = here()
    const { token } = await signInTo(origin, 'haruka')
    const { items } = await clientAs(origin, token)(listTasks, { query: {} })
    expect(items).toMatchObject([
      { kind: 'sync_works', status: 'finished', startedBy: 'haruka', summary: { added: count } },
    ])
    expect((await clientOf(origin)(listWorks, { query: {} })).total).toBe(count)
  })
}
