/** The words of one's own listening, which visitors do without. */
import { lazyWords } from '../lib/lazy-words.ts'

export const useListeningWords = lazyWords({
  'zh-CN': () => import('../locales/listening/zh-CN.json'),
  'en-US': () => import('../locales/listening/en-US.json'),
  'ja-JP': () => import('../locales/listening/ja-JP.json'),
})
