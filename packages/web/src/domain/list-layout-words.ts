/** Messages of the list layout controls. */
import { lazyWords } from '../lib/lazy-words.ts'

export const useListLayoutWords = lazyWords({
  'zh-CN': () => import('../locales/canvas/zh-CN.json'),
  'en-US': () => import('../locales/canvas/en-US.json'),
  'ja-JP': () => import('../locales/canvas/ja-JP.json'),
})
