/** The words of the page of outbound connections. */
import { lazyWords } from '../lib/lazy-words.ts'

export const useDestinationWords = lazyWords({
  'zh-CN': () => import('../locales/destinations/zh-CN.json'),
  'en-US': () => import('../locales/destinations/en-US.json'),
  'ja-JP': () => import('../locales/destinations/ja-JP.json'),
})
