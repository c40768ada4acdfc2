import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { journey } from './journey.ts'
import { koedana, temporaryFolder } from './server.ts'
import { audioOf, keepAudio, writeSounds } from './sounds.ts'
import { t } from './words.ts'

const here = journey(async () => {
  const folder = await temporaryFolder()
  const library = join(folder.path, 'library')
  await writeSounds(library, ['RJ90000001 雨/1 雨.mp3', 'RJ90000001 雨/2 駅.mp3'])
  await koedana(folder.path, 'scan', library, '--age', 'all')
  return folder
})

test('the volume is turned by keys and slider, muted, and stays after a reload', async () => {
  const { browser, origin } = here()
  const { page, errors, close } = await openPage(browser, { language: 'en-US' })
  await keepAudio(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${origin}/work/RJ90000001`)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('work.play'), exact: true })
    .click()
  const player = page.getByRole('region', { name: t('player.region') })
  const slider = player.getByRole('slider', { name: t('volume.title') })
  await slider.waitFor()
  const volume = () => expect.poll(() => audioOf(page, 'volume'))
  await volume().toBe(1)
  await slider.fill('50')
  await volume().toBeCloseTo(0.25)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('+')
  await volume().toBeCloseTo(0.3025)
  await page.keyboard.press('m')
  await volume().toBe(0)
  await player.getByRole('button', { name: t('volume.unmute') }).click()
  await volume().toBeCloseTo(0.3025)
  await page.reload()
  await expect.poll(() => slider.inputValue()).toBe('55')
  expect(errors).toEqual([])
  await close()
})
