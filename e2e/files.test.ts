import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { locales } from '@koedana/contract/values.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { koedana, temporaryFolder } from './server.ts'
import { writeSounds } from './sounds.ts'
import { t } from './words.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** `雨の夜に、ひとり。` repeated, in Shift_JIS. */
const japanese = Buffer.from('894a82cc96e982c9814182d082c682e881420d0a'.repeat(30), 'hex')

/** A PDF with one page and the text `Hello`. */
const pdf = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj',
  '4 0 obj<</Length 44>>stream',
  'BT /F 24 Tf 50 100 Td (Hello) Tj ET',
  'endstream endobj',
  '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
  'trailer<</Root 1 0 R>>',
].join('\n')

const ranPage = '<script>document.title = "ran"</script>'

const here = journey(async () => {
  const folder = await temporaryFolder()
  const library = join(folder.path, 'library')
  await writeSounds(library, ['RJ90000001 雨/MP3/01 雨.wav'], 1)
  const others: Readonly<Record<string, Uint8Array | string>> = {
    '台本/台本.txt': japanese,
    '台本/説明.pdf': pdf,
    'イラスト/表紙.png': Buffer.from(pixel, 'base64'),
    'イラスト/差分/裏.png': Buffer.from(pixel, 'base64'),
    'page.html': ranPage,
  }
  for (const [name, content] of Object.entries(others)) {
    const path = join(library, 'RJ90000001 雨', name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  await koedana(folder.path, 'scan', library, '--age', 'all')
  return folder
})

const words = {
  'en-US': {
    others: '5 other files',
    download: t('files.download'),
    close: t('common.close'),
    opens: t('files.open'),
  },
  'zh-CN': { others: '5 个其他文件', download: '下载全部', close: '关闭', opens: '在新标签页中打开' },
  'ja-JP': {
    others: 'その他のファイル 5 件',
    download: 'すべてダウンロード',
    close: '閉じる',
    opens: '新しいタブで開く',
  },
} as const

const open = async (page: Page, others: string) => {
  await page.goto(`${here().origin}/work/RJ90000001`)
  await page.getByText(others).click()
}

test.each(locales)(
  'other files are unfolded, shown where they are and left again, in %s',
  async (language) => {
    const { page, errors, close } = await openPage(here().browser, { language })
    const said = words[language]
    await open(page, said.others)
    await page.getByRole('button', { name: /台本\.txt/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('雨の夜に、ひとり。').waitFor()
    await dialog.getByRole('button', { name: said.close }).click()
    await page.getByRole('button', { name: /裏\.png/ }).click()
    const shown = dialog.getByRole('img')
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: /説明\.pdf/ }).click()
    await dialog.locator('iframe').waitFor()
    await dialog.getByRole('link', { name: said.opens }).waitFor()
    expect(errors).toEqual([])
    await close()
  },
)

test('a page among the files is saved and never run, and the whole work comes as one zip', async () => {
  const { page, errors, close } = await openPage(here().browser, { language: 'en-US' })
  const said = words['en-US']
  await open(page, said.others)
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: /page\.html/ }).click()
  expect((await saving).suggestedFilename()).toBe('page.html')
  const loading = page.waitForEvent('download')
  await page.getByRole('link', { name: said.download }).click()
  const download = await loading
  expect(download.suggestedFilename()).toBe('RJ90000001 雨.zip')
  expect(await download.failure()).toBe(null)
  expect(errors).toEqual([])
  await close()
})
