import { expect, test, vi } from 'vitest'
import { changeLocale, i18n, startI18n } from './i18n.ts'
import { lazyWords } from './lazy-words.ts'

vi.stubGlobal('document', { documentElement: { dataset: {} } })

const saying = (rain: string) => async () => ({ default: { rain: [rain] } })

test('words that come late redraw nothing, and a new language brings them along', async () => {
  await startI18n()
  const useWords = lazyWords({ 'zh-CN': saying('雨'), 'en-US': saying('rain'), 'ja-JP': saying('雨が') })
  let changes = 0
  i18n.on('change', () => {
    changes += 1
  })
  await useWords.load()
  expect(i18n._('rain')).toBe('雨')
  expect(changes).toBe(0)
  await changeLocale('en-US')
  expect(i18n._('rain')).toBe('rain')
  expect(changes).toBe(1)
})

test('a language comes although words of a part do not', async () => {
  await startI18n()
  let isDown = false
  const words = async () => {
    if (isDown) throw new Error('away')
    return { default: { snow: ['snow'] } }
  }
  const useWords = lazyWords({ 'zh-CN': words, 'en-US': words, 'ja-JP': words })
  await useWords.load()
  isDown = true
  await changeLocale('ja-JP')
  expect(i18n.locale).toBe('ja-JP')
  isDown = false
  await useWords.load()
  expect(i18n._('snow')).toBe('snow')
})
