/**
 * The words of one's own listening, of what is spoken and the languages of it, and of what is rarely seen: a history of
 * numbers, a search that finds no work.
 */
import { lazyWords } from '../lib/lazy-words.ts'

export const useListeningWords = lazyWords({
  'zh-CN': () => import('../locales/listening/zh-CN.json'),
  'en-US': () => import('../locales/listening/en-US.json'),
  'ja-JP': () => import('../locales/listening/ja-JP.json'),
})
