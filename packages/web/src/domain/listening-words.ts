/** Messages about listening history and lyrics, and rarely needed ones: the history of numbers, a search without results. */
import { lazyWords } from '../lib/lazy-words.ts'

export const useListeningWords = lazyWords({
  'zh-CN': () => import('../locales/listening/zh-CN.json'),
  'en-US': () => import('../locales/listening/en-US.json'),
  'ja-JP': () => import('../locales/listening/ja-JP.json'),
})
