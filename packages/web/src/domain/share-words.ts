import { lazyWords } from '../lib/lazy-words.ts'

export const useShareWords = lazyWords({
  'zh-CN': () => import('../locales/shares/zh-CN.json'),
  'en-US': () => import('../locales/shares/en-US.json'),
  'ja-JP': () => import('../locales/shares/ja-JP.json'),
})
