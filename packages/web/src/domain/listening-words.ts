/** The words of one's own listening, of the search in what is spoken, and of searches that find no work. */
import { lazyWords } from '../lib/lazy-words.ts'

export const useListeningWords = lazyWords({
  'zh-CN': () => import('../locales/listening/zh-CN.json'),
  'en-US': () => import('../locales/listening/en-US.json'),
  'ja-JP': () => import('../locales/listening/ja-JP.json'),
})
